internal import FoundationEssentials
internal import Glibc

enum Environment {
  /// All variables, to pass to child processes; reading them takes 2 % of startup.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }

  static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
