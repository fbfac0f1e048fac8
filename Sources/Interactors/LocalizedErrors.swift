public import Records
public import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// The modules below import no Foundation; whoever has interactors has it.

/// An error that one sentence tells a person: its message.
public protocol DescribedError: LocalizedError, CustomStringConvertible {
  /// What has gone wrong, for a person.
  var message: String { get }
}

extension DescribedError {
  /// The message.
  public var errorDescription: String? { message }
  /// The message.
  public var description: String { message }
  /// Nothing: the message has the reason.
  public var failureReason: String? { nil }
  /// Nothing.
  public var recoverySuggestion: String? { nil }
  /// Nothing.
  public var helpAnchor: String? { nil }
}

extension Error {
  /// What is told of the error: its own words, where it has some.
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
