internal import Glibc

struct Spawning {
  var words: [String]
  var environment: [String: String]
  /// Whether terminal signals do not reach the child.
  var isApart = false
  var signals: [Int32] = []

  func start(with end: Int32, of ends: [Int32], as descriptor: Int32) -> pid_t? {
    start { actions in
      posix_spawn_file_actions_adddup2(&actions, end, descriptor)
      for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    }
  }

  func startSilently() -> pid_t? {
    start { actions in
      for descriptor in STDIN_FILENO...STDERR_FILENO {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
  }

  private func start(_ prepare: (inout posix_spawn_file_actions_t) -> Void) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in signals { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Unblock all signals, because a server blocks some, and a child inherits the mask.
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    let group = isApart ? POSIX_SPAWN_SETPGROUP : 0
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = words.map { strdup($0) } + [nil]
    let environment = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
    return code == 0 ? process : nil
  }
}
