internal import RecordStore
internal import Records

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
    _ resolver: Resolver, ofSeveral: Bool, isRevealed: Bool, mask: (String) -> String
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
      ).phrases(isRevealed: isRevealed)
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
    of type: RecordType?, isRevealed: Bool, mask: (String) -> String
  ) -> [Datum] {
    let definition = property.flatMap { type?[$0] }
    return [
      .integer(change), .integer(transaction), .text(Instant(milliseconds: at).description),
      .text(actor), Datum(reason.map(mask)), Datum(source), .text(record.type),
      .integer(record.number), .text(event.rawValue), Datum(property),
      Datum(old, of: definition, isRevealed: isRevealed),
      Datum(new, of: definition, isRevealed: isRevealed),
    ]
  }
}
