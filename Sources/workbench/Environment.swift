internal import FoundationEssentials

/// The environment of this process.
enum Environment {
  /// The variables, as they were when one was first asked for: Foundation reads all of them each time.
  static let variables = ProcessInfo.processInfo.environment
}
