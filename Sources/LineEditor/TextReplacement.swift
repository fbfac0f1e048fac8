/// A single replacement that turns one text into another.
package struct TextReplacement: Hashable, Sendable {
  /// In scalars of the old text.
  package var range: Range<Int>
  package var replacement: String

  /// If several replacements would do, picks the one that ends at the cursor.
  package init(from old: [Unicode.Scalar], to new: [Unicode.Scalar], cursor: Int) {
    let shorter = min(old.count, new.count)
    func suffix(from start: Int, upTo limit: Int) -> Int {
      var length = start
      while length < limit, old[old.count - 1 - length] == new[new.count - 1 - length] {
        length += 1
      }
      return length
    }
    // The text after the cursor was there before, as far as it is equal.
    var end = suffix(from: 0, upTo: min(shorter, new.count - cursor))
    var start = 0
    while start < shorter - end, old[start] == new[start] { start += 1 }
    end = suffix(from: end, upTo: shorter - start)
    range = start..<old.count - end
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: new[start..<new.count - end])
    replacement = String(scalars)
  }
}
