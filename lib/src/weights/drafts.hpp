// What drafts with a config of their own share.
#pragma once

#include "weights/builder.hpp"

namespace kvplan::modules {

/// The map of a smaller vocabulary (draft_vocab_size) to the target's, where the draft has one.
void draft_vocabulary(Builder& b);

}  // namespace kvplan::modules
