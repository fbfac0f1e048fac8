internal import Glibc

struct Spawning {
  var words: [String]
  var environment: [String: String]
  /// Whether terminal signals do not reach the child.
  var isApart = false
  var signals: [Int32] = []

  /// Passes one end of a pipe as `descriptor`; the child closes all `ends`.
  func start(with end: Int32, of ends: [Int32], as descriptor: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, descriptor)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in signals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    let group = isApart ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | group))

    let arguments = words.map { strdup($0) } + [nil]
    let environment = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
    return code == 0 ? process : nil
  }
}
