internal import Expressions
package import Records
package import SQLEngine

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What went wrong in a store.
public struct StoreError: Error, Hashable, Sendable {
  /// What sort of failure it is, for code to switch on.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be opened as a store: it is missing, unreadable, another application's,
    /// damaged, or of a newer version.
    case unopenable
    /// Another program holds the file, and waiting did not help.
    case busy
    /// The store was opened to be read only, or the file cannot be written.
    case readOnly
    /// The file was removed or replaced while it was open.
    case lost
    /// Another program has changed the store since it was last looked at, and what is to be written
    /// may build on what it was.
    case overtaken
    /// A type, property or record that is not there.
    case name
    /// A value that another record has already, or that another program wrote meanwhile.
    case conflict
    /// A value or a state that breaks a rule.
    case rule
    /// An expression or query that SQLite, or a guard before it, does not take.
    case expression
    /// What cannot be done now, or not at all.
    case refused
    /// Stopped by ``Store/isInterrupted``.
    case interrupted
    /// The transaction was lost with a machine of the cluster, and nothing of it has happened.
    case lostTransaction
    /// The transaction was being committed when no machine of the cluster answered any more, and may
    /// have happened.
    case unknownOutcome
    /// Anything else the engine reports: no space, an input or output error, a damaged page.
    case engine
  }

  /// What sort of failure it is.
  public var kind: Kind
  /// What was expected, for a person.
  public var message: String
  /// The property whose value is to blame.
  public var property: String?
  /// The place of the token of an `RecordExpression` that is to blame.
  public var token: Int?
  /// Names that may have been meant.
  public var candidates: [String]
  /// What may help, such as how a value is written; nil where the message says all.
  public var hint: String?
  /// The rule that a record breaks, if that is what it says.
  package internal(set) var rule: Rule?
  /// The record that breaks it, if it is about one.
  package internal(set) var record: RecordID?
  /// How many records it is about, as far as it counts some.
  package internal(set) var count = 1
  /// SQLite's extended result code; 0 where the store itself refuses.
  public var code: Int
  /// What the engine calls it; nil where the store itself refuses.
  package internal(set) var cause: EngineError.Kind?
  /// The place in the SQL, in bytes, up to which it was understood; nil if that is not known.
  package var offset: Int?

  /// Makes an error with the message a person is shown.
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
  /// Says that another record has a value that no two may have.
  package init(
    _ value: Value, of property: Property, isTakenBy holder: String, code: Int = 0
  ) {
    self.init(
      .conflict, "\(property.name.asName) \(property.kind.literal(value)) is taken by \(holder)",
      property: property.name, code: code)
  }
}
