/// A bar of a histogram or of a comparison.
package struct Bar: Hashable, Sendable {
  package var label: String
  /// Can be negative.
  package var length: Double
  package var text: String

  package init(label: String, length: Double, text: String) {
    (self.label, self.length, self.text) = (label, length, text)
  }

  package init(label: String, count: Int) {
    self.init(label: label, length: Double(count), text: String(count))
  }
}
