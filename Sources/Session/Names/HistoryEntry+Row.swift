internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension HistoryEntry {
  static func columns(_ store: Store, _ mask: Masking) -> [ReplyColumn<HistoryEntry>] {
    func shown(_ value: Value?, _ change: HistoryEntry) -> Datum {
      let type = store.schema.type(named: change.record.type)
      let datum = Datum(
        value, of: change.property.flatMap { type?[$0] }, isRevealed: mask.isRevealed)
      return mask(datum, of: change.property ?? "", in: change.record.type)
    }
    return [
      ReplyColumn("change", isNumeric: true) { .integer($0.change) },
      ReplyColumn("txn", isNumeric: true) { .integer($0.transaction) },
      ReplyColumn("at") { .text(Instant(milliseconds: $0.at).description) },
      ReplyColumn("actor") { .text($0.actor) },
      ReplyColumn("reason") { Datum($0.reason.map { mask($0) }) },
      ReplyColumn("source") { Datum($0.source) },
      ReplyColumn("type") { .text($0.record.type) },
      ReplyColumn("id", isNumeric: true) { .integer($0.record.number) },
      ReplyColumn("event") { .text($0.event.rawValue) },
      ReplyColumn("property") { Datum($0.property) },
      ReplyColumn("old") { shown($0.old, $0) },
      ReplyColumn("new") { shown($0.new, $0) },
    ]
  }
}

/// The rows of a change table for interactive users.
struct BriefChanges {
  typealias Row = (
    change: HistoryEntry, record: String, list: (change: RecordListChange, item: String)?,
    words: String
  )

  private let resolver: Resolver
  private let mask: Masking
  private let areOfSeveral: Bool
  private let haveReasons: Bool
  private let words: TransactionWords
  /// Changes of lists of records, by change number; nil for the history of a type, of the inverse of
  /// a reference, or of a property that is not a list of records.
  private var lists: [Int: RecordListChange]?
  private let areOfList: Bool

  init(
    _ changes: [HistoryEntry], of subject: HistorySubject, _ type: RecordType,
    _ resolver: Resolver, _ words: TransactionWords, _ mask: Masking
  ) throws(Diagnostic) {
    self.resolver = resolver
    self.words = words
    self.mask = mask
    haveReasons = changes.contains { $0.reason != nil }
    switch subject {
    case .property(let id, let name):
      areOfList = type[name]?.kind.isListOfRecords ?? false
      if areOfList { lists = try attempt(resolver.store.history.listChanges(of: id, name)) }
    case .record(let id):
      areOfList = false
      var changes: [Int: RecordListChange] = [:]
      for list in type.properties where list.kind.isListOfRecords && list.inverse == nil {
        let others = try attempt(resolver.store.history.listChanges(of: id, list.name))
        changes.merge(others ?? [:]) { $1 }
      }
      lists = changes
    case .type: areOfList = false
    }
    areOfSeveral = lists == nil && Set(changes.map(\.record)).count > 1
  }

  /// Whether the change has a row. In the history of a list, if several changes together changed the
  /// list, only the last of them has a row.
  func isTold(_ change: HistoryEntry) -> Bool {
    areOfList ? lists.map { $0[change.change] != nil } ?? true : true
  }

  var columns: [ReplyColumn<Row>] {
    [
      ReplyColumn("txn", isNumeric: true) { .integer($0.change.transaction) },
      ReplyColumn("at", least: 16) { resolver.moment($0.change.at) },
      ReplyColumn("actor") { .text($0.change.actor) },
    ] + (areOfSeveral ? [ReplyColumn("record") { .text($0.record) }] : []) + [
      ReplyColumn("change", givesWay: haveReasons, least: 24) { row in
        .phrase(
          (row.list.map { $0.change.phrases($0.item) } ?? phrases(of: row.change)).map {
            Datum.Phrase(mask($0.text), $0.role)
          })
      }, TransactionWords.column(haveReasons: haveReasons) { $0.words },
    ]
  }

  func row(_ change: HistoryEntry) throws(Diagnostic) -> Row {
    var shown = change
    let type = resolver.store.schema.type(named: change.record.type)
    let kind = change.property.flatMap { type?[$0]?.kind }
    let list = try lists?[change.change].map { list throws(Diagnostic) in
      (list, try inWorkspace(resolver.reader.name(of: list.item)))
    }
    if list == nil {
      shown.old = try inWorkspace(resolver.reader.shown(change.old, of: kind))
      shown.new = try inWorkspace(resolver.reader.shown(change.new, of: kind))
    }
    return (
      shown, areOfSeveral ? try inWorkspace(resolver.reader.name(of: change.record)) : "", list,
      try words.words(of: change.transaction)
    )
  }

  func text(of change: HistoryEntry) throws(Diagnostic) -> String {
    let row = try row(change)
    let phrases = row.list.map { $0.change.phrases($0.item) } ?? phrases(of: row.change)
    return phrases.map { mask($0.text) }.joined()
  }

  private func phrases(of change: HistoryEntry) -> [Datum.Phrase] {
    let name = change.property ?? ""
    switch change.event {
    case .create: return [Datum.Phrase("created")]
    case .delete: return [Datum.Phrase("deleted")]
    case .erase: return [Datum.Phrase("\(name.asName) erased")]
    case .set:
      let type = resolver.store.schema.type(named: change.record.type)
      return RecordChange.Difference(
        property: type?[name] ?? Property(name, .text), old: change.old, new: change.new
      ).phrases(isRevealed: mask.isRevealed)
    }
  }
}

extension Resolver {
  /// The record may be deleted.
  func historySubject(
    _ subject: Spanned<RecordSyntax>
  ) throws(Diagnostic) -> (HistorySubject, RecordType) {
    if case .name(let name) = subject.value, let type = store.schema.type(named: name.value) {
      return (.type(type.name), type)
    }
    let id = try pastRecord(subject)
    return (.record(id), try type(Name(id.type, at: subject.span)))
  }
}
