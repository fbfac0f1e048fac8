internal import Expressions
public import Records
internal import SQLEngine
public import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error of a store.
public struct StoreError: Error, Hashable, Sendable {
  /// The kind of failure.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be opened as a store: it is missing, unreadable, damaged, of a newer
    /// version, or belongs to another application.
    case unopenable
    /// Another program has locked the file for longer than the timeout.
    case busy
    /// The store was opened read-only, or writing to the file is not permitted.
    case readOnly
    /// The file was removed, replaced or overwritten while it was open.
    case lost
    /// Another program has changed the store since the last read, and the write may be based on
    /// outdated values.
    case overtaken
    /// A type, property or record does not exist.
    case name
    /// Another record already has the value, a record of the number exists or existed, or a list
    /// would contain a record twice.
    case conflict
    /// A value or a state breaks a rule.
    case rule
    /// SQLite, or a check before SQLite, rejected an expression or query.
    case expression
    /// The operation is never possible, or not in the current state.
    case refused
    /// ``Store/isInterrupted`` stopped the operation.
    case interrupted
    /// A machine of the cluster failed during the transaction; no change of the transaction was
    /// saved.
    case lostTransaction
    /// All machines of the cluster became unreachable during the commit; it is unknown whether the
    /// transaction was saved.
    case unknownOutcome
    /// Any other error of the engine, such as a full disk, an I/O error or a damaged page.
    case engine
  }

  /// The kind of failure.
  public var kind: Kind
  package var reason: Reason
  /// The property with the invalid value, if any.
  public var property: String?
  /// The index of the invalid token of a `RecordExpression`, if any.
  public var token: Int?
  /// The names or words that would be valid in place of the invalid one, not only similar ones.
  public var candidates: [String]
  /// SQLite's extended result code; 0 for errors of the store itself.
  public var code: Int

  package init(
    _ kind: Kind, _ reason: Reason, property: String? = nil, token: Int? = nil,
    candidates: [String] = [], code: Int = 0
  ) {
    self.kind = kind
    self.reason = reason
    self.property = property
    self.token = token
    self.candidates = candidates
    self.code = code
  }

  /// Creates an error with the caller's own message.
  public init(_ kind: Kind, _ message: String, property: String? = nil) {
    self.init(kind, .stated(message), property: property)
  }

  /// A failure that a program can handle by itself, with its names and values.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Fault: Hashable, Sendable {
    /// The property is unique, and another record, for example `Person/1`, already has this value;
    /// the value is in command syntax.
    case taken(property: String, value: String, by: String)
    /// There is no type of this name.
    case noType(String)
    /// The type has no property of this name.
    case noProperty(String, of: String)
    /// The record does not exist.
    case noRecord(RecordID)
    /// The rule is broken, by this record if it is known.
    case rule(Rule, RecordID?)
    /// The record cannot be deleted, because another record refers to it.
    case inUse(RecordID)
  }

  /// The failure with its names and values; nil if only ``kind`` and ``message`` describe it.
  public var fault: Fault? { reason.fault }
}

extension StoreError.Reason {
  fileprivate var fault: StoreError.Fault? {
    switch self {
    case .taken(let property, let value, let holder):
      .taken(property: property, value: value, by: holder)
    case .noType(let name): .noType(name)
    case .noProperty(let name, let type): .noProperty(name, of: type)
    case .noRecord(let id): .noRecord(id)
    case .breach(let rule, let id, _): .rule(rule, id)
    case .breaches(let rule, let ids, _): .rule(rule, ids.first)
    case .undeletable(let id, _, _): .inUse(id)
    case .about(_, let reason): reason.fault
    default: nil
    }
  }
}

extension StoreError: CustomStringConvertible, LocalizedError {
  /// The message.
  public var description: String { message }

  /// The message.
  public var errorDescription: String? { message }
}

/// Analyzes an expression, and throws its error as an error of the store.
func analyzing<Result>(
  _ body: @autoclosure () throws(ExpressionError) -> Result
) throws(StoreError) -> Result {
  do {
    return try body()
  } catch {
    throw StoreError(error)
  }
}

extension StoreError {
  package init(_ value: Value, of property: Property, isTakenBy holder: String, code: Int = 0) {
    self.init(
      .conflict,
      .taken(property: property.name, literal: property.kind.literal(value), by: holder),
      property: property.name, code: code)
  }

  init(_ error: ExpressionError) {
    self.init(
      error.kind == .name ? .name : .expression, .expression(error), token: error.token,
      candidates: error.candidates)
  }

  init(_ error: EngineError) {
    let kind: Kind =
      switch error.kind {
      case .busy: .busy
      case .readOnly: .readOnly
      case .interrupted: .interrupted
      case .unopenable: .unopenable
      case .statement: .expression
      case .notUnique: .conflict
      case .missingValue, .dangling, .constraint: .rule
      case .refused, .closed: .refused
      case .tooLong, .failure, .exceeded: .engine
      case .overtaken: .overtaken
      case .lostTransaction: .lostTransaction
      case .unknownOutcome: .unknownOutcome
      }
    self.init(kind, .engine(error), code: error.code)
  }

  var cause: EngineError.Kind? { if case .engine(let error) = reason { error.kind } else { nil } }

  /// The position of an error in the SQL, in bytes.
  var offset: Int? { if case .engine(let error) = reason { error.offset } else { nil } }

  package var rule: Rule? {
    switch reason {
    case .breach(let rule, _, _), .moreBreaches(let rule, _): rule
    default: nil
    }
  }

  package var record: RecordID? { if case .breach(_, let id, _) = reason { id } else { nil } }

  package var count: Int { if case .moreBreaches(_, let count) = reason { count } else { 1 } }

  /// Returns the failure in the language of a string table: its ``fault``, or else its ``kind``.
  ///
  /// Returns ``message`` if the table lacks the sentence, or the caller has given the message.
  public func localized(in table: StringTable) -> String {
    if case .stated(let message) = reason { return message }
    let arguments: [String: String?]
    let key: String
    switch fault {
    case .taken(let property, let value, let holder):
      (key, arguments) = (
        "violation.taken", ["property": property.asName, "value": value, "holder": holder]
      )
    case .noType(let type): (key, arguments) = ("store.noType", ["type": "\"\(type)\""])
    case .noProperty(let property, let type):
      (key, arguments) = (
        "violation.noProperty", ["property": "\"\(property)\"", "owner": type.asName]
      )
    case .noRecord(let id): (key, arguments) = ("store.noRecord", ["record": "\(id)"])
    case .rule(let rule, let id):
      (key, arguments) = (
        "store.brokenRule",
        ["rule": rule.name.asName, "text": rule.text, "record": id.map(\.description)]
      )
    case .inUse(let id): (key, arguments) = ("store.inUse", ["record": "\(id)"])
    case nil: (key, arguments) = ("store.\(kind)", [:])
    }
    return table.sentence(key, arguments) ?? message
  }
}
