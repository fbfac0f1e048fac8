/// Where the files of a user are, by the conventions of the XDG Base Directory Specification.
enum Folders {
  /// The commands that run before a prompt; nil where nobody has a home.
  static var initialCommands: String? {
    folder("XDG_CONFIG_HOME", ".config").map { $0 + "/workbench/init.wb" }
  }

  /// The commands of former sessions; nil where nobody has a home.
  static var commandHistory: String? {
    folder("XDG_STATE_HOME", ".local/state").map { $0 + "/workbench/history" }
  }

  /// The clusters that have a name, with their doors; nil where nobody has a home.
  static var clusters: String? {
    folder("XDG_CONFIG_HOME", ".config").map { $0 + "/workbench/clusters" }
  }

  private static func folder(_ variable: String, _ inHome: String) -> String? {
    // A relative path in such a variable is invalid, and to be ignored.
    if let folder = Environment.value(of: variable), folder.hasPrefix("/") { return folder }
    guard let home = Environment.value(of: "HOME"), !home.isEmpty else { return nil }
    return home + "/" + inHome
  }
}
