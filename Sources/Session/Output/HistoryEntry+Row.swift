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
