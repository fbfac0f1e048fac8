internal import Values

/// A search in the rows of a list, as far as it has come.
struct RowSearch {
  let text: String
  private(set) var found: [Int] = []
  /// Records that a former search has found and this one has not looked at, and the number of those
  /// that it has.
  private var candidates: [Int] = []
  private var lookedAt = 0
  /// The number of records of the list that need no further look.
  private(set) var searched = 0

  init(_ text: String) { self.text = text }

  /// A search among the records that this one finds; nil if it could miss others.
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

  /// The next records to look at; empty if more of the list must be read.
  func next(_ count: Int, of all: [Int]) -> [Int] {
    let former = candidates[lookedAt...].prefix(count)
    return Array(former.isEmpty ? all[searched...].prefix(count) : former)
  }

  mutating func note(_ numbers: [Int], of count: Int) {
    found += numbers
    if lookedAt < candidates.count { lookedAt += count } else { searched += count }
  }
}
