/// A place in the text of a script, as it is shown to people.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted in characters from 1.
  package var column: Int

  /// Makes the position at `line` and `column`.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Tells whether `left` comes before `right` in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
