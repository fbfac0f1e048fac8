internal import FoundationEssentials
internal import Glibc

/// The environment of this process.
enum Environment {
  /// All variables, for programs that are started. To read them takes a fiftieth of a start.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  /// The value of the variable called `name`; nil if there is none.
  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
