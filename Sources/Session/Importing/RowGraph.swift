/// The dependencies between rows of a file, by index.
struct RowGraph {
  private var waiters: [[Int]]
  /// For each row, the number of rows it waits for.
  private var counts: [Int]

  init(count: Int) {
    waiters = [[Int]](repeating: [], count: count)
    counts = [Int](repeating: 0, count: count)
  }

  mutating func add(_ place: Int, waitingFor others: Set<Int>) {
    counts[place] += others.count
    for other in others { waiters[other].append(place) }
  }

  var ready: [Int] { counts.indices.filter { counts[$0] == 0 } }

  /// The remaining rows: cycles, and rows that wait for cycles.
  var waiting: [Int] { counts.indices.filter { counts[$0] > 0 } }

  /// Returns the rows that become ready, in order.
  mutating func finish(_ places: [Int]) -> [Int] {
    var next: [Int] = []
    for waiter in places.lazy.flatMap({ [waiters] in waiters[$0] }) {
      counts[waiter] -= 1
      if counts[waiter] == 0 { next.append(waiter) }
    }
    return next.sorted()
  }

  /// Adds all rows that wait for the given ones, directly or indirectly.
  func withWaiters(_ places: Set<Int>) -> Set<Int> {
    var found = places
    var open = Array(places)
    while let place = open.popLast() {
      for waiter in waiters[place] where found.insert(waiter).inserted { open.append(waiter) }
    }
    return found
  }
}
