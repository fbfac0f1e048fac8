/// Counts how often sessions wait for an answer of a cluster.
package final class TripCounter {
  /// How often one has waited.
  package var count = 0

  /// A counter that begins at 0.
  package init() {}
}
