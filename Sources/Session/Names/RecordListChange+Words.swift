internal import RecordStore
internal import Records
internal import Replies

extension RecordListChange {
  /// The change of the list as phrases: `crew + Ann at 2`, `crew Ann 0 → 2`, `crew - Ann at 1`.
  func phrases(_ item: String) -> [Datum.Phrase] {
    func place(_ place: Int?) -> String { place.map { " at \($0)" } ?? "" }
    let name = Datum.Phrase("\(list.asName) ")
    switch (wasThere, isThere) {
    case (false, _): return [name, Datum.Phrase("+ \(item)\(place(to))", .new)]
    case (true, false): return [name, Datum.Phrase("- \(item)\(place(from))", .old)]
    case (true, true):
      guard let from, let to else { return [name, Datum.Phrase("\(item) moved")] }
      return [
        name, Datum.Phrase("\(item) "), Datum.Phrase("\(from)", .old), Datum.Phrase(" → "),
        Datum.Phrase("\(to)", .new),
      ]
    }
  }
}
