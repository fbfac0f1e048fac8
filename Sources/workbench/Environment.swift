internal import FoundationEssentials
internal import Glibc

enum Environment {
  /// For child processes; reading all variables takes 2 % of startup.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The user's files, according to the XDG Base Directory Specification; nil without a home
/// directory.
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

  static var clusters: String? {
    folder("XDG_CONFIG_HOME", ".config").map { $0 + "/workbench/clusters" }
  }

  private static func folder(_ variable: String, _ inHome: String) -> String? {
    if let folder = Environment.value(of: variable), folder.hasPrefix("/") { return folder }
    guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
    return home + "/" + inHome
  }
}
