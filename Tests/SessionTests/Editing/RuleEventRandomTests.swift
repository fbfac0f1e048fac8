import Foundation
import TestSupport
import Testing

/// Compares rules about what happens to records with an oracle on a small domain.
@Suite struct RuleEventRandomTests {
  private struct Box: Hashable {
    var a: Int
    var items: Set<Int> = []
  }

  private struct World: Hashable {
    var boxes: [Int: Box] = [:]
    var items: [Int: Int] = [:]

    func sum(_ box: Int) -> Int? {
      let numbers = boxes[box]?.items.compactMap { items[$0] } ?? []
      return numbers.isEmpty ? nil : numbers.reduce(0, +)
    }

    /// Whether the rules that are not deferred accept the change to another state.
    func accepts(_ next: World) -> Bool {
      boxes.allSatisfy { id, box in next.boxes[id].map { $0.a >= box.a } ?? true }
        && items.allSatisfy { id, n in next.items[id] != nil || n > 0 }
        && next.items.allSatisfy { id, n in items[id] != nil || n <= 5 }
    }

    func acceptsAtEnd(_ next: World) -> Bool {
      boxes.keys.allSatisfy { id in
        guard next.boxes[id] != nil, let old = sum(id), let new = next.sum(id) else { return true }
        return new >= old
      }
    }
  }

  private final class Run {
    let talk: Conversation
    var random: Seeded
    var world = World()
    /// The states before each transaction that can be undone.
    var past: [World] = []
    /// The state at `begin`, and whether anything has changed since.
    var begun: (world: World, hasChanged: Bool)?
    var counts: [String: Int] = [:]

    init(seed: UInt64) throws {
      random = Seeded(seed: seed)
      talk = try Conversation(
        """
        define Item { n: Integer }
        define Box { a: Integer, items: [Item] owned as box, sum: Integer := (sum(items.n)) }
        rule Box.up on change : a >= old.a
        rule Box.sum on change deferred : sum >= old.sum
        rule Item.used on delete : n > 0
        rule Item.small on create : n <= 5
        """)
    }

    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    func pick(_ keys: [Int]) -> Int? { keys.sorted().randomElement(using: &random) }

    /// A command, and the state that it leads to if it is accepted.
    func edit() -> (command: String, next: World, added: String?) {
      var next = world
      switch number(0...9) {
      case 0, 1:
        guard let box = pick(Array(world.boxes.keys)) else { break }
        let a = number(0...4)
        next.boxes[box]?.a = a
        return ("set Box/\(box).a \(a)", next, nil)
      case 2, 3, 4:
        guard let item = pick(Array(world.items.keys)) else { break }
        let n = number(-1...7)
        next.items[item] = n
        return ("set Item/\(item).n \(n)", next, nil)
      case 5, 6:
        guard let box = pick(Array(world.boxes.keys)) else { break }
        let n = number(-1...7)
        return ("append Box/\(box).items new Item n=\(n)", next, "\(box) \(n)")
      case 7:
        guard let item = pick(Array(world.items.keys)) else { break }
        next.items[item] = nil
        for box in next.boxes.keys { next.boxes[box]?.items.remove(item) }
        return ("delete Item/\(item)", next, nil)
      case 8:
        guard let box = pick(Array(world.boxes.keys)) else { break }
        for item in next.boxes[box]?.items ?? [] { next.items[item] = nil }
        next.boxes[box] = nil
        return ("delete Box/\(box)", next, nil)
      default: break
      }
      let a = number(0...4)
      return ("new Box a=\(a)", next, "\(a)")
    }

    func state() -> World {
      var state = World()
      for line in talk.tell("list Box (id) as i, a") {
        let parts = line.split(separator: "|").compactMap { Int($0) }
        state.boxes[parts[0]] = Box(a: parts[1])
      }
      for line in talk.tell("list Item (id) as i, n, (box) as b") {
        let parts = line.split(separator: "|").dropFirst().map {
          Int($0.split(separator: "/").last ?? "")
        }
        guard let item = parts[0], let box = parts[2] else { continue }
        state.items[item] = parts[1]
        state.boxes[box]?.items.insert(item)
      }
      return state
    }

    func step(_ seed: UInt64) {
      let former = world
      var command: String
      var isAccepted: Bool
      switch number(0...11) {
      case 0 where begun == nil:
        command = "begin"
        begun = (world, false)
        isAccepted = true
      case 0 where begun != nil, 1 where begun != nil:
        command = "commit"
        let (start, hasChanged) = begun ?? (world, false)
        begun = nil
        isAccepted = start.acceptsAtEnd(world)
        if !isAccepted {
          world = start
        } else if hasChanged {
          past.append(start)
        }
      case 2 where begun == nil && !past.isEmpty:
        command = "undo"
        let back = past[past.count - 1]
        isAccepted = world.accepts(back) && world.acceptsAtEnd(back)
        if isAccepted { world = past.removeLast() }
      default:
        var (text, next, added) = edit()
        command = text
        let lines = talk.tell(text)
        isAccepted = !(lines.last?.hasPrefix("error") ?? false)
        let found = state()
        if let added {
          // The numbers of new records are those that the store gives.
          let values = added.split(separator: " ").compactMap { Int($0) }
          if values.count == 2 {
            let item =
              Set(found.items.keys).subtracting(world.items.keys).first ?? Int.max
            next.items[item] = values[1]
            next.boxes[values[0]]?.items.insert(item)
          } else {
            let box = Set(found.boxes.keys).subtracting(world.boxes.keys).first ?? Int.max
            next.boxes[box] = Box(a: values[0])
          }
        }
        let isWanted =
          world.accepts(next) && (begun != nil || world.acceptsAtEnd(next))
        expectEqual(isAccepted, isWanted, "seed \(seed): \(text) \(lines)")
        if isWanted {
          if next != world || added != nil {
            if begun == nil { past.append(world) } else { begun?.hasChanged = true }
          }
          world = next
        }
        expectEqual(found, world, "seed \(seed): \(text)")
        counts[isAccepted ? "done" : "refused", default: 0] += 1
        return
      }
      let lines = talk.tell(command)
      let isRefused = lines.contains { $0.hasPrefix("error rule") }
      expectEqual(isRefused, !isAccepted, "seed \(seed): \(command) \(lines) \(former)")
      expectEqual(state(), world, "seed \(seed): \(command)")
      counts[command + (isAccepted ? "" : " refused"), default: 0] += 1
    }
  }

  @Test(arguments: 0..<4)
  func everyVerdictIsThatOfTheOracle(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    let run = try Run(seed: seed)
    let outcomes = ["done", "refused", "commit", "undo"]
    for step in 0..<2000 where step < 200 || outcomes.contains(where: { run.counts[$0] == nil }) {
      run.step(seed)
    }
    run.talk.tell(run.begun == nil ? "" : "rollback")
    expectEqual(run.talk.tell("check"), [], "seed \(seed)")
    for outcome in outcomes {
      #expect(run.counts[outcome, default: 0] > 0, "seed \(seed): \(run.counts)")
    }
  }
}
