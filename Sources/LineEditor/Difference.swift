/// The one replacement that makes a text of another.
package struct Difference: Hashable, Sendable {
  /// What is replaced, in scalars of the old text.
  package var range: Range<Int>
  /// What comes in its place.
  package var replacement: String

  /// Finds the replacement; where several would do, the one that ends at the cursor.
  package init(from old: [Unicode.Scalar], to new: [Unicode.Scalar], cursor: Int) {
    let shorter = min(old.count, new.count)
    func suffix(from start: Int, upTo limit: Int) -> Int {
      var length = start
      while length < limit, old[old.count - 1 - length] == new[new.count - 1 - length] {
        length += 1
      }
      return length
    }
    // What follows the cursor has been there before, as far as it is the same.
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
