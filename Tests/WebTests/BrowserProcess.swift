import Foundation

enum BrowserProcess {
  /// Runs a shell that holds nothing that is open here, so that nobody waits for the browser who
  /// waits for the tests.
  ///
  /// - Parameters:
  ///   - words: The arguments of the script, from `$0` on.
  ///   - handles: Become 3, 4, and so on in the shell.
  static func spawn(_ script: String, _ words: [String], with handles: [Int32]) throws {
    var words = (["/bin/sh", "-c", script] + words).map { strdup($0) } + [nil]
    defer {
      for word in words { free(word) }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Beyond those first: each may be what another one is to become.
    let copies = handles.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    defer {
      for copy in copies { close(copy) }
    }
    for handle in Int32(0)...2 {
      posix_spawn_file_actions_addopen(&actions, handle, "/dev/null", O_RDWR, 0)
    }
    var next: Int32 = 3
    for copy in copies {
      posix_spawn_file_actions_adddup2(&actions, copy, next)
      next += 1
    }
    for handle in next..<4096 { posix_spawn_file_actions_addclose(&actions, handle) }
    // Signals to the group of the tests are not for the browser: it ends with its pipe.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    guard code == 0 else { throw Chromium.Failure.spawning(code) }
  }
}
