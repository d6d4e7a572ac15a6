// Ctrl-C, Ctrl-\, a hangup or a polite kill wait while files are written, so that none is left half
// done and nothing of the writing lies beside it.
#pragma once

#include <csignal>

namespace kvplan::tool {

class Undisturbed {
 public:
  Undisturbed() {
    sigset_t waiting;
    sigemptyset(&waiting);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&waiting, number);
    sigprocmask(SIG_BLOCK, &waiting, &before_);
  }
  ~Undisturbed() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace kvplan::tool
