internal import Values

/// A search in the rows of a list, possibly unfinished.
struct RowSearch {
  let text: String
  private(set) var found: [Int] = []
  /// The records that the previous search has found, and its unexamined candidates.
  private var candidates: [Int] = []
  /// How many of the candidates this search has examined.
  private var lookedAt = 0
  /// How many records from the start of the list this search or a previous search has examined.
  private(set) var searched = 0

  init(_ text: String) { self.text = text }

  /// Returns a search among the records found by this one; nil if that could miss records.
  func narrowed(to longer: String) -> RowSearch? {
    guard let search = TextSearch(longer), let former = TextSearch(text),
      search.isNarrower(than: former), TextSearch.withoutSeparators(text) != nil
    else { return nil }
    var narrowed = RowSearch(longer)
    narrowed.candidates = found + candidates[lookedAt...]
    narrowed.searched = searched
    return narrowed
  }

  func isDone(in all: [Int]) -> Bool { lookedAt == candidates.count && searched == all.count }

  /// Returns the next records to examine; empty if all records in `all` were examined.
  func next(_ count: Int, of all: [Int]) -> [Int] {
    let former = candidates[lookedAt...].prefix(count)
    return Array(former.isEmpty ? all[searched...].prefix(count) : former)
  }

  mutating func note(_ numbers: [Int], of count: Int) {
    found += numbers
    if lookedAt < candidates.count { lookedAt += count } else { searched += count }
  }
}
