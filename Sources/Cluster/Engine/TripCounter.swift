package final class TripCounter {
  package var count = 0

  package init() {}
}
