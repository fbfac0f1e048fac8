public import Foundation
public import Records
public import Validation

// The modules below import no Foundation; whoever has interactors has it.

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
