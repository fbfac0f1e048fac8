import Foundation
import Records

func objects(_ table: Table) throws {
  table.begin(
    "Properties and events",
    "A property that is set in memory and notifies its observers. The peer posts a notification.")
  let property = Property("count", .integer, range: 0...99_999)
  let record = try TypedRecord(RecordType("Item", [property]))
  var count = 0
  func next() -> Int {
    count = (count + 1) % 100_000
    return count
  }
  try table.limit("a set of a record", 1e-6) {
    try least { try record.set("count", to: .integer(next())) }
  }
  let item = Item()
  table.limit("a set of a class", 0.5e-6) { least { item.count = next() } }
  for observers in [1, 10, 1000] {
    let words = observers == 1 ? "1 observer" : "\(observers) observers"
    table.compare("an event to \(words)", to: "NotificationCenter") {
      event(to: observers)
    } _: {
      let (center, name) = (NotificationCenter(), Notification.Name("count"))
      let tokens = (0..<observers).map { _ in
        center.addObserver(forName: name, object: nil, queue: nil) { keep($0) }
      }
      defer { for token in tokens { center.removeObserver(token) } }
      return least { center.post(name: name, object: nil) }
    }
  }
  let sizes = [1_000, 10_000, 100_000, 1_000_000]
  table.begin("Growth of events", "An event with this number of observers.", sizes: sizes)
  table.grow("an event", .linear, sizes, event)
}

private final class Item: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 0...99_999) var count: Int = 0
}

private func event(to observers: Int) -> Double {
  let item = Item()
  for _ in 0..<observers { item.propertyChanged.add { _, change in keep(change) } }
  let change = PropertyChange(name: "count", old: .integer(1), new: .integer(2))
  return least { item.propertyChanged.raise(item, change) }
}
