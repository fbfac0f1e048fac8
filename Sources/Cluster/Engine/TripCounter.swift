/// Counts how often sessions wait for an answer of a cluster.
package final class TripCounter {
  package var count = 0

  package init() {}
}
