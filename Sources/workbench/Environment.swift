internal import FoundationEssentials
internal import Glibc

enum Environment {
  /// For child processes; reading all variables takes 2 % of startup.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static var locale: String {
    let names = ["LC_ALL", "LC_NUMERIC", "LANG"]
    return names.lazy.compactMap(value).first { !$0.isEmpty } ?? ""
  }

  static var user: String {
    let user = ["USER", "LOGNAME"].lazy.compactMap(value).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    return user ?? getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
      ?? "user \(geteuid())"
  }
}

/// Clocks, in milliseconds.
enum Clock {
  static var time: Int { milliseconds(of: CLOCK_REALTIME) }

  static var uptime: Int { milliseconds(of: CLOCK_MONOTONIC) }

  static func zoneOffset(at time: Int) -> Int {
    var (seconds, parts) = (Int((Double(time) / 1000).rounded(.down)), tm())
    localtime_r(&seconds, &parts)
    return parts.tm_gmtoff * 1000
  }

  private static func milliseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// The paths of the user's files, according to the XDG Base Directory Specification; nil if neither
/// the XDG variable nor the home directory is set.
enum Folders {
  static var initialCommands: String? {
    folder("XDG_CONFIG_HOME", ".config").map { $0 + "/workbench/init.wb" }
  }

  static var commandHistory: String? {
    folder("XDG_STATE_HOME", ".local/state").map { $0 + "/workbench/history" }
  }

  static var trustedCommands: String? {
    folder("XDG_STATE_HOME", ".local/state").map { $0 + "/workbench/trust" }
  }

  static var servers: String? {
    folder("XDG_STATE_HOME", ".local/state").map { $0 + "/workbench/serve" }
  }

  static var clusters: String? {
    folder("XDG_CONFIG_HOME", ".config").map { $0 + "/workbench/clusters" }
  }

  private static func folder(_ variable: String, _ inHome: String) -> String? {
    if let folder = Environment.value(of: variable), folder.hasPrefix("/") { return folder }
    guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
    return home + "/" + inHome
  }
}
