// curl.h is needed to build, libcurl.so only to run.
#include "fetch.hpp"

#if __has_include(<curl/curl.h>) && !defined(KVPLAN_STATIC)
#define KVPLAN_HAS_CURL
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <dlfcn.h>
#endif

#include <algorithm>
#include <memory>
#include <string_view>

#include "kvplan/error.hpp"
#include "kvplan/version.hpp"

namespace kvplan::tool {
namespace {

struct Url {
  std::string_view scheme;
  std::string_view user;  ///< with its '@'
  std::string_view host;  ///< with its port
  std::string_view path;  ///< from '/' or '?' on
};

Url parts(std::string_view url) {
  Url found;
  const std::size_t scheme = url.find("://");
  found.scheme = url.substr(0, scheme);
  url.remove_prefix(scheme + 3);
  const std::size_t end = url.find_first_of("/?#");
  found.path = end == std::string_view::npos ? std::string_view() : url.substr(end);
  url = url.substr(0, end);
  const std::size_t at = url.rfind('@');
  if (at != std::string_view::npos) {
    found.user = url.substr(0, at + 1);
    url.remove_prefix(at + 1);
  }
  found.host = url;
  return found;
}

/// "/metrics?token=***" of "/metrics?token=secret": a query may hold a key; its names tell enough.
std::string without_values(std::string_view path) {
  const std::size_t query = std::min(path.find('?'), path.size());
  std::string shown(path.substr(0, query));
  bool value = false;
  for (const char c : path.substr(query)) {
    if (c == '&' || c == ';' || c == '#') value = false;
    if (!value) shown += c;
    if (c == '=' && !value) {
      value = true;
      shown += "***";
    }
  }
  return shown;
}

/// What may be shown of a URL: no user, no password, no value of its query.
std::string shown(std::string_view url) {
  const Url url_parts = parts(url);
  return std::string(url_parts.scheme) + "://" + std::string(url_parts.host) +
         without_values(url_parts.path);
}

#ifdef KVPLAN_HAS_CURL

/// The functions of libcurl that are used, found in the shared library by name.
struct Curl {
  decltype(&curl_global_init) global_init;
  decltype(&curl_easy_init) easy_init;
  decltype(&curl_easy_setopt) easy_setopt;
  decltype(&curl_easy_getinfo) easy_getinfo;
  decltype(&curl_easy_cleanup) easy_cleanup;
  decltype(&curl_easy_strerror) easy_strerror;
  decltype(&curl_multi_init) multi_init;
  decltype(&curl_multi_add_handle) multi_add_handle;
  decltype(&curl_multi_remove_handle) multi_remove_handle;
  decltype(&curl_multi_perform) multi_perform;
  decltype(&curl_multi_wait) multi_wait;
  decltype(&curl_multi_info_read) multi_info_read;
  decltype(&curl_multi_cleanup) multi_cleanup;
};

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr)
    throw invalid({"libcurl", name}, "a function of libcurl 7.28 or later", "none");
}

Curl load() {
  void* library = nullptr;
  for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"}) {
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) {
    throw invalid({"libcurl.so.4", ""}, "libcurl, which fetches (Debian: apt install libcurl4)",
                  "none that can be loaded");
  }
  Curl curl{};
  find(library, "curl_global_init", curl.global_init);
  find(library, "curl_easy_init", curl.easy_init);
  find(library, "curl_easy_setopt", curl.easy_setopt);
  find(library, "curl_easy_getinfo", curl.easy_getinfo);
  find(library, "curl_easy_cleanup", curl.easy_cleanup);
  find(library, "curl_easy_strerror", curl.easy_strerror);
  find(library, "curl_multi_init", curl.multi_init);
  find(library, "curl_multi_add_handle", curl.multi_add_handle);
  find(library, "curl_multi_remove_handle", curl.multi_remove_handle);
  find(library, "curl_multi_perform", curl.multi_perform);
  find(library, "curl_multi_wait", curl.multi_wait);
  find(library, "curl_multi_info_read", curl.multi_info_read);
  find(library, "curl_multi_cleanup", curl.multi_cleanup);
  curl.global_init(CURL_GLOBAL_DEFAULT);
  return curl;
}

const Curl& curl() {
  static const Curl loaded = load();
  return loaded;
}

bool same_origin(std::string_view a, std::string_view b) {
  if (b.find("://") == std::string_view::npos) return false;
  const Url one = parts(a);
  const Url two = parts(b);
  return one.scheme == two.scheme && one.host == two.host;
}

/// One transfer, also over redirects inside its host.
struct Transfer {
  CURL* handle = nullptr;
  std::string url;
  Fetched fetched;
  const FetchLimits* limits = nullptr;
  int redirects = 0;
  bool too_large = false;

  Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  ~Transfer() {
    if (handle != nullptr) curl().easy_cleanup(handle);
  }
};

std::size_t receive(char* data, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.fetched.body.size() + size * count > transfer.limits->bytes) {
    transfer.too_large = true;
    return 0;
  }
  transfer.fetched.body.append(data, size * count);
  return size * count;
}

void prepare(Transfer& transfer) {
  const Curl& c = curl();
  CURL* const handle = transfer.handle;
  c.easy_setopt(handle, CURLOPT_URL, transfer.url.c_str());
  c.easy_setopt(handle, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  c.easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  c.easy_setopt(handle, CURLOPT_PROXY, "");
  c.easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  c.easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  c.easy_setopt(handle, CURLOPT_FRESH_CONNECT, 1L);  // a proxy chooses anew for each connection
  c.easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
  c.easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, transfer.limits->connect_ms);
  c.easy_setopt(handle, CURLOPT_TIMEOUT_MS, transfer.limits->total_ms);
  c.easy_setopt(handle, CURLOPT_USERAGENT, (std::string("kvplan/") + std::string(version)).c_str());
  c.easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  c.easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  c.easy_setopt(handle, CURLOPT_PRIVATE, &transfer);
}

/// What the transfer came to. @return true when it goes on to a redirect
bool settle(Transfer& transfer, CURLcode code, const FetchLimits& limits) {
  constexpr int most_redirects = 3;
  Fetched& fetched = transfer.fetched;
  if (transfer.too_large) {
    fetched.error = "an answer of more than " + std::to_string(limits.bytes >> 20) + " MiB";
  } else if (code == CURLE_OPERATION_TIMEDOUT) {
    fetched.error = "no whole answer within " + std::to_string(limits.total_ms) + " ms";
  } else if (code != CURLE_OK) {
    fetched.error = curl().easy_strerror(code);
  }
  if (!fetched.error.empty()) {
    fetched.body.clear();
    return false;
  }
  long status = 0;
  const char* target = nullptr;
  curl().easy_getinfo(transfer.handle, CURLINFO_RESPONSE_CODE, &status);
  curl().easy_getinfo(transfer.handle, CURLINFO_REDIRECT_URL, &target);
  if (status == 200) return false;
  fetched.body.clear();
  if (target != nullptr && same_origin(transfer.url, target) &&
      transfer.redirects < most_redirects) {
    ++transfer.redirects;
    const Url old = parts(transfer.url);
    const Url next = parts(target);
    transfer.url = std::string(old.scheme) + "://" + std::string(old.user) +
                   std::string(next.host) + std::string(next.path);
    return true;
  }
  fetched.error = "HTTP " + std::to_string(status);
  if (target != nullptr) fetched.error += ", a redirect that is not followed";
  return false;
}

void run(CURLM* multi, int open, const FetchLimits& limits) {
  const Curl& c = curl();
  while (open > 0) {
    int running = 0;
    c.multi_perform(multi, &running);
    int left = 0;
    while (const CURLMsg* message = c.multi_info_read(multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* const handle = message->easy_handle;
      const CURLcode code = message->data.result;
      char* user = nullptr;
      c.easy_getinfo(handle, CURLINFO_PRIVATE, &user);
      auto& transfer = *reinterpret_cast<Transfer*>(user);
      c.multi_remove_handle(multi, handle);
      if (settle(transfer, code, limits)) {
        prepare(transfer);
        c.multi_add_handle(multi, handle);
      } else {
        --open;
      }
    }
    if (open > 0) c.multi_wait(multi, nullptr, 0, 100, nullptr);
  }
}

#endif

}  // namespace

std::string metrics_url(const std::string& given) {
  std::string url = given.find("://") == std::string::npos ? "http://" + given : given;
  const Url found = parts(url);
  if ((found.scheme != "http" && found.scheme != "https") || found.host.empty()) {
    throw invalid({shown(url), ""}, "http://HOST:PORT or a file", "something else");
  }
  if (!found.path.empty() && found.path != "/") return url;
  return url.substr(0, url.size() - found.path.size()) + "/metrics";
}

#ifdef KVPLAN_HAS_CURL
std::vector<Fetched> fetch(std::span<const std::string> urls, const FetchLimits& limits) {
  const Curl& c = curl();
  std::vector<std::unique_ptr<Transfer>> transfers;
  const std::unique_ptr<CURLM, decltype(c.multi_cleanup)> multi(c.multi_init(), c.multi_cleanup);
  for (const std::string& url : urls) {
    auto transfer = std::make_unique<Transfer>();
    transfer->handle = c.easy_init();
    transfer->url = url;
    transfer->fetched.url = shown(url);
    transfer->limits = &limits;
    prepare(*transfer);
    c.multi_add_handle(multi.get(), transfer->handle);
    transfers.push_back(std::move(transfer));
  }
  run(multi.get(), static_cast<int>(transfers.size()), limits);
  std::vector<Fetched> answers;
  answers.reserve(transfers.size());
  for (auto& transfer : transfers) answers.push_back(std::move(transfer->fetched));
  return answers;
}
#else
std::vector<Fetched> fetch(std::span<const std::string>, const FetchLimits&) {
#ifdef KVPLAN_STATIC
  constexpr const char* able =
      "kvplan-online of the same owner beside this program, to load libcurl";
#else
  constexpr const char* able = "a kvplan that was built with libcurl's headers";
#endif
  throw invalid({"metrics", ""}, able, "none: this one reads saved files only");
}
#endif

}  // namespace kvplan::tool
