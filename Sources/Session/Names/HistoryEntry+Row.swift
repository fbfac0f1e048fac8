internal import RecordStore
internal import Records
internal import Replies

extension HistoryEntry {
  /// The columns of a table of changes.
  static let columns = [
    Column("change", isNumeric: true), Column("txn", isNumeric: true), Column("at"),
    Column("actor"), Column("reason"), Column("source"), Column("type"),
    Column("id", isNumeric: true), Column("event"), Column("property"), Column("old"),
    Column("new"),
  ]

  /// The columns of a table of changes for a person, of one record or of several.
  static func briefColumns(ofSeveral: Bool) -> [Column] {
    [Column("txn", isNumeric: true), Column("at"), Column("actor")]
      + (ofSeveral ? [Column("record")] : []) + [Column("change")]
  }

  /// The change as a row of the brief table.
  ///
  /// - Parameter mask: hides card numbers in a text.
  func briefRow(
    _ resolver: Resolver, ofSeveral: Bool, mask: Masking
  ) throws(Diagnostic) -> [Datum] {
    let definition = resolver.store.type(named: record.type).flatMap { type in
      property.flatMap { type[$0] }
    }
    let phrases: [Datum.Phrase]
    switch event {
    case .create: phrases = [Datum.Phrase("created")]
    case .delete: phrases = [Datum.Phrase("deleted")]
    case .erase: phrases = [Datum.Phrase("\((property ?? "").asName) erased")]
    case .set:
      phrases = RecordChange.Difference(
        property: definition ?? Property(property ?? "", .text),
        old: try resolver.shown(old), new: try resolver.shown(new)
      ).phrases(isRevealed: mask.isRevealed)
    }
    let name = ofSeveral ? [Datum.text(try resolver.name(of: record))] : []
    return [.integer(transaction), resolver.moment(at), .text(actor)] + name
      + [.phrase(phrases.map { Datum.Phrase(mask($0.text), $0.role) })]
  }

  /// The change as a row of such a table.
  ///
  /// - Parameters:
  ///   - type: that of its record.
  ///   - mask: hides card numbers in a text.
  func row(
    of type: RecordType?, mask: Masking
  ) -> [Datum] {
    let definition = property.flatMap { type?[$0] }
    func shown(_ value: Value?) -> Datum {
      mask(
        Datum(value, of: definition, isRevealed: mask.isRevealed), of: property ?? "",
        in: record.type)
    }
    return [
      .integer(change), .integer(transaction), .text(Instant(milliseconds: at).description),
      .text(actor), Datum(reason.map { mask($0) }), Datum(source), .text(record.type),
      .integer(record.number), .text(event.rawValue), Datum(property),
      shown(old), shown(new),
    ]
  }
}
