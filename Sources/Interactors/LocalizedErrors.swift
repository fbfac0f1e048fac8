public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// These conformances need Foundation, which the modules of the errors do not import.

/// An error with a message of one sentence.
public protocol DescribedError: LocalizedError, CustomStringConvertible {
  /// The message for the user.
  var message: String { get }
}

extension DescribedError {
  /// The message.
  public var errorDescription: String? { message }
  /// The message.
  public var description: String { message }
  /// Nil, because the message contains the reason.
  public var failureReason: String? { nil }
  /// Nil.
  public var recoverySuggestion: String? { nil }
  /// Nil.
  public var helpAnchor: String? { nil }
}

extension Error {
  package var sentence: String {
    (self as? any LocalizedError)?.errorDescription ?? "\(self)"
  }
}

extension Violation: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

extension DefinitionError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

extension PatternError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

extension Rejection: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
