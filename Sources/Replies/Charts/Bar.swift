/// A bar of a histogram, or of a comparison of numbers.
package struct Bar: Hashable, Sendable {
  /// What the bar is about.
  package var label: String
  /// How long the bar is; negative for one that goes the other way.
  package var length: Double
  /// The number that it is as long as, as people read it.
  package var text: String

  /// Makes the bar of a number.
  package init(label: String, length: Double, text: String) {
    (self.label, self.length, self.text) = (label, length, text)
  }

  /// Makes the bar of so many values.
  package init(label: String, count: Int) {
    self.init(label: label, length: Double(count), text: String(count))
  }
}
