internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
package import Replies
internal import Workspace

/// The transactions that changed a record or the records of a type, or all; newest first.
package struct PageHistory: Hashable, Sendable {
  static let definitions = "the transaction changed definitions"
  fileprivate static let (most, mostChanges, mostOfItem) = (100, 1000, 50)
  /// In characters.
  fileprivate static let longest = 400

  package struct Entry: Hashable, Sendable {
    package var transaction: Int
    /// In milliseconds since 1970.
    package var at: Int
    package var actor: String
    /// The reason and the command of the transaction.
    package var words: String
    /// For example `age 36 → 37`.
    package var changes: [String] = []
    package var isUndone = false
    /// Why the transaction cannot be undone; nil if no reason is known.
    package var obstacle: String?
  }

  package var entries: [Entry] = []
  package var isCut = false
}

extension CommandContext {
  private var mask: Masking { Masking(of: store) }

  private var words: TransactionWords { TransactionWords(store, runner.verbs, mask) }

  /// - Parameter subject: Nil for all transactions.
  func history(of subject: HistorySubject?) throws(Diagnostic) -> PageHistory {
    if case .record(let id)? = subject { return try history(of: id) }
    let log = try attempt(
      store.history.log(of: subject, HistoryRange(limit: PageHistory.most + 1)))
    let mask = mask
    return PageHistory(
      entries: try entries(log.prefix(PageHistory.most)) { entry throws(Diagnostic) in
        let summary = try resolver.summary(of: entry, mask: mask).plainText
        return summary.isEmpty ? [] : [summary]
      }, isCut: log.count > PageHistory.most)
  }

  private func entries(
    _ log: some Sequence<LogEntry>, _ changes: (LogEntry) throws(Diagnostic) -> [String]
  ) throws(Diagnostic) -> [PageHistory.Entry] {
    let words = words
    let numbers = Set(log.map(\.transaction))
    let obstacles = try attempt(store.undoEngine.obstacles(to: numbers))
    let defining = try attempt(store.undoEngine.changingDefinitions(among: numbers))
    return try log.map { entry throws(Diagnostic) in
      let number = entry.transaction
      return PageHistory.Entry(
        transaction: number, at: entry.at, actor: entry.actor,
        words: try words.words(of: number).shortened(to: PageHistory.longest),
        changes: try changes(entry).map { $0.shortened(to: PageHistory.longest) },
        isUndone: entry.isUndone,
        obstacle: obstacles[number]?.words
          ?? (defining.contains(number) ? PageHistory.definitions : nil))
    }
  }

  /// Includes the changes of the items that the record owns now.
  private func history(of id: RecordID) throws(Diagnostic) -> PageHistory {
    let type = try resolver.type(Name(id.type, at: .nowhere))
    var range = HistoryRange(limit: PageHistory.mostChanges)
    range.hasLists = true
    let changes = try attempt(store.history.changes(of: .record(id), range))
    let words = words
    let brief = try BriefChanges(changes, of: .record(id), type, resolver, words, mask)
    var texts: [Int: [String]] = [:]
    for change in changes {
      texts[change.transaction, default: []].append(try brief.text(of: change))
    }
    for item in try items(ownedBy: id, type) {
      let changes = try attempt(
        store.history.changes(
          of: .record(item), HistoryRange(limit: PageHistory.mostOfItem)))
      let brief = try BriefChanges(
        changes, of: .type(item.type), resolver.type(Name(item.type, at: .nowhere)), resolver,
        words, mask)
      let name = try inWorkspace(resolver.reader.name(of: item))
      // An item's initial values are shown with the change of the list.
      let creations = Set(changes.filter { $0.event == .create }.map(\.transaction))
      for change in changes where !creations.contains(change.transaction) {
        texts[change.transaction, default: []].append("\(name) \(try brief.text(of: change))")
      }
    }
    let numbers = texts.keys.sorted().suffix(PageHistory.most)
    guard let first = numbers.first else { return PageHistory() }
    let log = try attempt(
      store.history.log(of: nil, HistoryRange(since: .transaction(first))))
    return PageHistory(
      entries: try entries(log.filter { texts[$0.transaction] != nil }) {
        texts[$0.transaction] ?? []
      },
      isCut: texts.count > numbers.count || changes.count == PageHistory.mostChanges)
  }

  private func items(ownedBy id: RecordID, _ type: RecordType) throws(Diagnostic) -> [RecordID] {
    guard try inWorkspace(resolver.reader.exists(id)) else { return [] }
    var items: [RecordID] = []
    for property in type.properties where property.ownsRecords {
      guard case .list(let values)? = try inWorkspace(resolver.reader.value(property, of: id))
      else { continue }
      for case .reference(let item) in values.prefix(PageHistory.most) { items.append(item) }
    }
    return items
  }

  func origins(of id: RecordID) throws(Diagnostic) -> [String: PageHistory.Entry] {
    let words = words
    var origins: [String: PageHistory.Entry] = [:]
    for blame in try attempt(store.history.blame(id)) {
      guard let change = blame.change else { continue }
      origins[blame.property] = PageHistory.Entry(
        transaction: change.transaction, at: change.at, actor: change.actor,
        words: try words.words(of: change.transaction).shortened(to: PageHistory.longest))
    }
    return origins
  }
}

extension ScreenVisit {
  /// A cache of the history of the top screen.
  struct Recalled {
    var screen: ObjectIdentifier?
    var newest: Int?
    var history: PageHistory?
    var reversible: (undo: String?, redo: String?)?
    var origins: [RecordID: [String: PageHistory.Entry]] = [:]
    var warnings: [RecordID: [(rule: Rule, properties: [String])]] = [:]
  }

  package var history: PageHistory? {
    recalling { () throws(Diagnostic) in
      guard let top = screens.open.last else { return nil }
      if let history = recalled.history { return history }
      let history = try context.history(
        of: top.record.map(HistorySubject.record) ?? .type(top.definition.type))
      recalled.history = history
      return history
    }
  }

  /// Describes the changes that `undo` and `redo` of the whole database would undo or redo; each is
  /// nil if there are no such changes, or if they include definitions.
  package var reversible: (undo: String?, redo: String?) {
    recalling { () throws(Diagnostic) in
      if let reversible = recalled.reversible { return reversible }
      let (next, mask) = (try attempt(context.store.undoEngine.next()), Masking(of: context.store))
      let numbers = Set([next.undo, next.redo].compactMap { $0?.transaction })
      let defining = try attempt(
        context.store.undoEngine.changingDefinitions(among: numbers))
      func words(_ entry: LogEntry?) throws(Diagnostic) -> String? {
        guard let entry, !defining.contains(entry.transaction) else { return nil }
        return try context.resolver.summary(of: entry, mask: mask).plainText
          .shortened(to: PageHistory.longest)
      }
      let reversible = (undo: try words(next.undo), redo: try words(next.redo))
      recalled.reversible = reversible
      return reversible
    } ?? (nil, nil)
  }

  /// By the ids of fields and labels.
  package func origins(of content: ScreenContent) -> [String: PageHistory.Entry] {
    recalling { () throws(Diagnostic) in
      var origins: [String: PageHistory.Entry] = [:]
      for (id, property, record) in places(of: content) {
        origins[id] = try origin(of: property, record)
      }
      return origins
    } ?? [:]
  }

  /// The properties are in command syntax.
  private func places(
    of content: ScreenContent
  ) -> [(id: String, property: String?, record: RecordID?)] {
    guard let parts = screens.open.last?.parts else { return [] }
    let fields = zip(content.fields, parts.slots).compactMap { part, slot in
      slot.field.map { (part.id, $0.interactor.property?.name.asName, RecordID?.some($0.record)) }
    }
    let labels = zip(content.labels, parts.labels).map { part, label in
      // The interactor's property is not used: for a reference, it is the caption or the key of the
      // referenced record. A path of several steps leads to a property of another record.
      let steps = label.recordPath.split(separator: ".")
      return (part.id, steps.count == 2 ? String(steps[1]) : nil, label.records.last)
    }
    return fields + labels
  }

  /// Violations of rules of severity `warn`: by the ids of fields and labels, and for the record as
  /// a whole.
  package func warnings(
    of content: ScreenContent
  ) -> (values: [String: [String]], record: [String]) {
    recalling { () throws(Diagnostic) in
      guard let id = screens.open.last?.record else { return nil }
      var values: [String: [String]] = [:]
      var told: Set<String> = []
      for (part, property, record) in places(of: content) {
        guard let record, let property else { continue }
        for (rule, properties) in try warnings(about: record)
        where properties.contains(where: { $0.asName == property }) {
          values[part, default: []].append(rule.sentence)
          if record == id { told.insert(rule.name) }
        }
      }
      let others = try warnings(about: id).map(\.rule).filter { !told.contains($0.name) }
      return (values, others.map(\.sentence))
    } ?? ([:], [])
  }

  private func warnings(
    about id: RecordID
  ) throws(Diagnostic) -> [(rule: Rule, properties: [String])] {
    if let known = recalled.warnings[id] { return known }
    let warnings = try attempt(context.store.schema.warnings(about: id))
    recalled.warnings[id] = warnings
    return warnings
  }

  /// - Parameter property: In command syntax.
  private func origin(
    of property: String?, _ id: RecordID?
  ) throws(Diagnostic) -> PageHistory.Entry? {
    guard let property, let id else { return nil }
    if recalled.origins[id] == nil { recalled.origins[id] = try context.origins(of: id) }
    return recalled.origins[id]?.first { $0.key.asName == property }?.value
  }

  private func recalling<Result>(
    _ body: () throws(Diagnostic) -> Result?
  ) -> Result? {
    do throws(Diagnostic) {
      let newest = try attempt(context.store.history.log(limit: 1)).first?.transaction
      let screen = screens.open.last.map { ObjectIdentifier($0) }
      if recalled.newest != newest || recalled.screen != screen {
        recalled = Recalled(screen: screen, newest: newest)
      }
      return try body()
    } catch {
      show("the history cannot be shown: \(error.message)")
      return nil
    }
  }

  package var printed: [String] {
    guard let record = screens.open.last?.record else { return [] }
    return views.formatters.filter { $0.isHTML && $0.type == record.type }.map(\.name)
  }
}

extension Rule {
  fileprivate var sentence: String { "warning: " + (text ?? "breaks \(name.asName)") }
}

extension RevertObstacle {
  fileprivate var words: String {
    switch self {
    case .undone(let number): "already undone by #\(number)"
    case .changed(let name, let number):
      "\(name) was changed later" + (number.map { ", by #\($0)" } ?? "")
    case .changedNothing: "the transaction changed nothing"
    case .erased: "erased values cannot be restored"
    case .compacted: "older changes were removed from the history"
    }
  }
}
