/// A bar of a histogram.
package struct Bar: Hashable, Sendable {
  /// What the bar is about.
  package var label: String
  /// How many values it is as long as.
  package var count: Int
}
