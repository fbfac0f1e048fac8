import RecordStore
import Records

/// The oracle for random tests of references and lists: nodes, items and the effects of changes on
/// them.
struct LinkModel: Equatable {
  struct Node: Equatable {
    var name: String
    var tags: [String] = []
    var boss: Int?
    var lead: Int?
    var keep: Int?
    var kids: [Int] = []
    var items: [Int] = []
    var spare: [Int] = []
  }

  struct Item: Equatable {
    var count = 0
    var by: Int?
  }

  var nodes: [Int: Node] = [:]
  var items: [Int: Item] = [:]

  static func types() throws -> [RecordType] {
    [
      try RecordType(
        "Node",
        [
          Property("name", .text, isKey: true), Property("tags", .list(of: .text)),
          Property("boss", .reference(to: "Node"), isOptional: true),
          Property("lead", .reference(to: "Node"), isOptional: true, onDelete: .clear),
          Property("keep", .reference(to: "Node"), isOptional: true, onDelete: .cascade),
          Property("kids", .records(of: "Node"), listRole: .owns),
          Property("items", .records(of: "Item"), listRole: .owns),
          Property("spare", .records(of: "Item"), listRole: .owns),
        ]),
      try RecordType(
        "Item",
        [
          Property("count", .integer),
          Property("by", .reference(to: "Node"), isOptional: true, onDelete: .clear),
        ]),
    ]
  }

  static var lists: [String: WritableKeyPath<Node, [Int]>] {
    ["kids": \.kids, "items": \.items, "spare": \.spare]
  }

  /// All records with their values, in the store's form.
  var contents: [RecordID: [Value?]] {
    func node(_ number: Int?) -> Value? { number.map { .reference(RecordID("Node", $0)) } }
    func list(_ type: String, _ numbers: [Int]) -> Value {
      .list(numbers.map { .reference(RecordID(type, $0)) })
    }
    var contents: [RecordID: [Value?]] = [:]
    for (number, it) in nodes {
      contents[RecordID("Node", number)] = [
        .text(it.name), .list(it.tags.map(Value.text)), node(it.boss), node(it.lead),
        node(it.keep), list("Node", it.kids), list("Item", it.items), list("Item", it.spare),
      ]
    }
    for (number, it) in items {
      contents[RecordID("Item", number)] = [.integer(it.count), node(it.by)]
    }
    return contents
  }

  func isNode(_ number: Int?) -> Bool { number.map { nodes[$0] != nil } ?? true }

  func isFree(_ name: String, for number: Int?) -> Bool {
    nodes.allSatisfy { $0.key == number || $0.value.name != name }
  }

  func owner(_ type: String, _ number: Int) -> Int? {
    nodes.first { _, node in
      type == "Node"
        ? node.kids.contains(number) : node.items.contains(number) || node.spare.contains(number)
    }?.key
  }

  func belongs(_ node: Int, to other: Int) -> Bool {
    var next: Int? = node
    while let number = next {
      if number == other { return true }
      next = owner("Node", number)
    }
    return false
  }

  /// Deletes a record with its dependents; false if a remaining record refers to one of them.
  mutating func delete(_ type: String, _ number: Int) -> Bool {
    var goneNodes: Set<Int> = type == "Node" ? [number] : []
    var goneItems: Set<Int> = type == "Item" ? [number] : []
    var count = -1
    while count != goneNodes.count {
      count = goneNodes.count
      for (other, node) in nodes {
        if let keep = node.keep, goneNodes.contains(keep) { goneNodes.insert(other) }
        if goneNodes.contains(other) {
          goneNodes.formUnion(node.kids)
          goneItems.formUnion(node.items + node.spare)
        }
      }
    }
    let staying = nodes.filter { !goneNodes.contains($0.key) }
    if staying.contains(where: { $0.value.boss.map(goneNodes.contains) ?? false }) { return false }
    nodes = staying.mapValues { node in
      var node = node
      if let lead = node.lead, goneNodes.contains(lead) { node.lead = nil }
      node.kids.removeAll(where: goneNodes.contains)
      node.items.removeAll(where: goneItems.contains)
      node.spare.removeAll(where: goneItems.contains)
      return node
    }
    items = items.filter { !goneItems.contains($0.key) }.mapValues { item in
      var item = item
      if let by = item.by, goneNodes.contains(by) { item.by = nil }
      return item
    }
    return true
  }
}
