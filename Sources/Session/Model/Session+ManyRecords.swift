internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

/// Commands that change all records for which something holds.
extension Session {
  /// The most differences that are shown.
  private static let mostDifferences = 10

  /// What a command does to many records, in the words of its messages.
  enum Deed: String {
    case change, delete

    fileprivate var done: String { self == .change ? "changed" : "deleted" }
  }

  /// Carries a plan out as one transaction, after a person has seen it and said yes if one is there.
  ///
  /// - Parameters:
  ///   - plan: what is to become of the records as they are now.
  ///   - apply: stores it.
  /// - Returns: what was done; nil if the person has said no.
  func carryOut(
    _ deed: Deed, at span: SourceSpan, plan: () throws(Diagnostic) -> [RecordChange],
    apply: ([RecordChange]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> [RecordChange]? {
    guard let confirm = configuration.confirm, scripts.last?.name == Self.promptName else {
      let done = try changeTogether(at: span) { () throws(Diagnostic) in
        let changes = try plan()
        try apply(changes)
        return changes
      }
      say(.notice("\(Self.count(done)) \(deed.done)"))
      sayFirst(done)
      return done
    }
    let shown = try plan()
    guard !shown.isEmpty else {
      say(.notice("\(Self.count(shown)) \(deed.done)"))
      return []
    }
    // The store is not held while a person thinks.
    if current?.confirmed != shown {
      if store.isInTransaction, held != nil {
        throw Diagnostic(StoreError(.overtaken, "the records have changed meanwhile"))
      }
      if current?.confirmed != nil {
        say(.notice("another program has changed the records meanwhile"))
      }
      say(.notice("\(Self.count(shown)) to \(deed.rawValue)"))
      sayFirst(shown)
      guard confirm("\(deed.rawValue) \(Self.count(shown))?") else {
        say(.notice("nothing is \(deed.done)"))
        return nil
      }
      current?.confirmed = shown
    }
    return try changeTogether(at: span) { () throws(Diagnostic) in
      try apply(shown)
      return shown
    }
  }

  private static func count(_ changes: [RecordChange]) -> String {
    changes.count == 1 ? "1 record" : "\(changes.count) records"
  }

  private func sayFirst(_ changes: [RecordChange]) {
    let count = changes.reduce(0) { $0 + $1.lines.count }
    for line in changes.lazy.flatMap(\.lines).prefix(Self.mostDifferences) {
      say(.notice("  \(line)"))
    }
    if count > Self.mostDifferences { say(.notice("  and \(count - Self.mostDifferences) more")) }
  }

  /// Changes the store in one transaction by what throws the session's errors.
  private func changeTogether<Result>(
    at span: SourceSpan, _ body: () throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    var refusal: Diagnostic?
    func attempt() throws(StoreError) -> Result {
      do throws(Diagnostic) {
        return try body()
      } catch {
        refusal = error
        throw StoreError(.refused, error.message)
      }
    }
    do throws(Diagnostic) {
      return try change(try attempt(), at: span)
    } catch {
      throw refusal ?? error
    }
  }

  /// Calls a closure with each record for which a condition holds.
  func forEach(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan,
    _ body: (RecordID, [Value?]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let query = Query(
      type.name, where: condition.compiled, parameters: condition.parameters)
    do {
      try store.select(query) { number, values in try body(RecordID(type.name, number), values) }
    } catch let error as Diagnostic {
      throw error
    } catch let error as StoreError {
      throw Diagnostic(error, tokens: condition.tokens).at(span)
    } catch {
      preconditionFailure("the store and the session throw their own errors")
    }
  }

  /// Ends the editings of records for which a condition holds, before a command changes them all.
  ///
  /// - Parameter property: the one whose editings go on, the command being a change from elsewhere
  ///   to it.
  func endEditings(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan,
    except property: String? = nil
  ) throws(Diagnostic) {
    var hasEnded = false
    for field in fields where field.interactor.isEditing && field.record.type == type.name {
      if field.interactor.propertyName == property { continue }
      guard try exists(field.record) else { continue }
      let holds = try attempt(
        store.evaluate(condition.compiled, condition.parameters, on: field.record), at: span)
      guard holds.isTrue else { continue }
      try endEditing(of: field)
      hasEnded = true
    }
    // What was stored may have made the condition hold for others.
    if hasEnded { try endEditings(of: type, where: condition, at: span, except: property) }
  }
}
