internal import Expressions
package import Records
package import SQLEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error of a store.
public struct StoreError: Error, Hashable, Sendable {
  /// The kind of failure, for code to switch on.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be opened as a store: it is missing, unreadable, damaged, of a newer
    /// version, or belongs to another application.
    case unopenable
    /// Another program has locked the file for longer than the timeout.
    case busy
    /// The store was opened read-only, or the file cannot be written.
    case readOnly
    /// The file was removed or replaced while it was open.
    case lost
    /// Another program has changed the store since it was last read, and the write may be based on
    /// outdated values.
    case overtaken
    /// A type, property or record does not exist.
    case name
    /// Another record already has the value, or another program wrote it meanwhile.
    case conflict
    /// A value or a state breaks a rule.
    case rule
    /// SQLite, or a check before it, rejects an expression or query.
    case expression
    /// The operation is not possible now, or not at all.
    case refused
    /// Stopped by ``Store/isInterrupted``.
    case interrupted
    /// The transaction was lost with a machine of the cluster; nothing of it was saved.
    case lostTransaction
    /// All machines of the cluster became unreachable during the commit; the transaction may or may
    /// not be saved.
    case unknownOutcome
    /// Any other error of the engine, such as a full disk, an input or output error, or a damaged
    /// page.
    case engine
  }

  /// The kind of failure.
  public var kind: Kind
  /// The message, in words for users.
  public var message: String
  /// The property with the invalid value, if any.
  public var property: String?
  /// The index of the invalid token of a `RecordExpression`, if any.
  public var token: Int?
  /// Similar names that may have been meant.
  public var candidates: [String]
  /// A suggestion, such as the notation of a value, if the message is not sufficient.
  public var hint: String?
  /// The broken rule, if any.
  package internal(set) var rule: Rule?
  /// The record that breaks it, if the error is about one.
  package internal(set) var record: RecordID?
  /// The number of affected records, if the error counts them.
  package internal(set) var count = 1
  /// SQLite's extended result code; 0 for errors of the store itself.
  public var code: Int
  /// nil for errors of the store itself.
  package internal(set) var cause: EngineError.Kind?
  /// The byte offset in the SQL up to which it was understood, if known.
  package var offset: Int?

  /// Creates an error with a message for users.
  public init(
    _ kind: Kind, _ message: String, property: String? = nil, token: Int? = nil,
    candidates: [String] = [], hint: String? = nil, code: Int = 0
  ) {
    self.kind = kind
    self.message = message
    self.property = property
    self.token = token
    self.candidates = candidates
    self.hint = hint
    self.code = code
  }
}

extension StoreError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { message }

  /// The message.
  public var errorDescription: String? { message }
}

extension StoreError {
  init(_ error: ExpressionError) {
    self.init(
      error.kind == .name ? .name : .expression, error.message, token: error.token,
      candidates: error.candidates, hint: error.hint)
  }
}

extension StoreError {
  /// Creates the error for a duplicate value of a unique property.
  package init(
    _ value: Value, of property: Property, isTakenBy holder: String, code: Int = 0
  ) {
    self.init(
      .conflict, "\(property.name.asName) \(property.kind.literal(value)) is taken by \(holder)",
      property: property.name, code: code)
  }
}
