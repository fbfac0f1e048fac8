/// Which rows of a file wait for which others to become records, by their places among them.
struct RowGraph {
  private var waiters: [[Int]]
  /// For each row how many others it waits for.
  private var counts: [Int]

  /// Makes a graph of so many rows that wait for none.
  init(count: Int) {
    waiters = [[Int]](repeating: [], count: count)
    counts = [Int](repeating: 0, count: count)
  }

  /// Notes which others a row waits for.
  mutating func add(_ place: Int, waitingFor others: Set<Int>) {
    counts[place] += others.count
    for other in others { waiters[other].append(place) }
  }

  /// The rows that wait for none.
  var ready: [Int] { counts.indices.filter { counts[$0] == 0 } }

  /// The rows that still wait: those in a ring, and those that wait for such.
  var waiting: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// Notes that rows are done; those that then wait for none any more, in their order.
  mutating func finish(_ places: [Int]) -> [Int] {
    var next: [Int] = []
    for waiter in places.lazy.flatMap({ [waiters] in waiters[$0] }) {
      counts[waiter] -= 1
      if counts[waiter] == 0 { next.append(waiter) }
    }
    return next.sorted()
  }

  /// Rows, with all that wait for them, or for those that do.
  func withWaiters(_ places: Set<Int>) -> Set<Int> {
    var found = places
    var open = Array(places)
    while let place = open.popLast() {
      for waiter in waiters[place] where found.insert(waiter).inserted { open.append(waiter) }
    }
    return found
  }
}
