import TestSupport
import Testing

/// Another program writes while a command runs, at one of the points where the command checks for
/// interruptions; one is the beginning of its transaction.
@Suite struct OvertakingTests {
  private static let world = """
    define C { name: Text key, n: Integer = 0, tags: [Text], items: [D] owned }
    define D { text: Text = "" }
    let c = new C name=c tags=[a]
    append c.items new D text=one
    append c.items new D text=two
    """

  private static let foreign = """
    UPDATE C SET n = n + 10, tags = '["t0","t1"]' WHERE id = 1; \
    UPDATE D SET C_items_at = -1 WHERE id = 2
    """

  private func state(_ talk: Conversation) -> [String] {
    // The hint about a deleted record has the number of a transaction.
    talk.tell("list C order by id; list D order by C_items_at; get C/1.items")
      .map { $0.replacing(/#[0-9]+/, with: "#") }
  }

  private func state(
    after steps: [(Outsider, Conversation) throws -> Void]
  ) throws -> [String] {
    let outsider = try Outsider()
    let talk = try Conversation(Self.world, database: outsider.path)
    for step in steps { try step(outsider, talk) }
    return state(talk)
  }

  @Test(arguments: [
    "append C/1.tags mine", "insert C/1.tags 0 mine", "remove C/1.tags 0", "move C/1.tags 0 0",
    "set C/1.tags[0] mine", "set c.n (:c.n + 1)", "set C/1 n=(:c.n * 2) tags=[x]",
    "set C where n < 5 : n=(n + 1)", "set C where n = :c.n : n=(n + 1)", "delete C where n = 0",
    "put C[\"c\"] n=(:c.n + 3)", "put C[\"new\"] n=(:c.n + 3)", "new C name=d n=(:c.n)",
    "move C/1.items 1 0", "remove C/1.items 0", "insert C/1.items 1 new D text=mine",
    "append C/1.items new D text=mine", "delete c", "let d = new C name=d n=(count(C))",
    "set C/1.items[0].text mine", "rule C.few : n < 100",
  ])
  func aCommandBuildsOnWhatItOvertook(command: String) throws {
    // The states of both orders without overlap.
    let tell = { (_: Outsider, talk: Conversation) in _ = talk.tell(command) }
    let write = { (outsider: Outsider, _: Conversation) in try outsider.run(Self.foreign) }
    let orders = [try state(after: [write, tell]), try state(after: [tell, write])]
    var seen: Set<[String]> = []
    for place in 0..<25 {
      let outsider = try Outsider()
      var looks = -1
      var hasWritten = false
      let talk = try Conversation(
        Self.world, database: outsider.path,
        isInterrupted: {
          if looks < 0 { return false }
          looks += 1
          guard looks == place + 1 else { return false }
          // While the command has the lock, the other program gives up.
          hasWritten = (try? outsider.run(Self.foreign)) != nil
          return false
        })
      looks = 0
      let said = talk.tell(command)
      // The command checks no later.
      if looks <= place { break }
      looks = -1
      guard hasWritten else { continue }
      let now = state(talk)
      #expect(orders.contains(now), "\(command) at \(place): \(said) \(now)")
      seen.insert(now)
    }
    #expect(seen.contains(orders[0]), "the other program never came first")
  }

  @Test func aFieldTakesItsOwnValueOrAsks() throws {
    var refusals = 0
    for place in 0..<40 {
      let outsider = try Outsider()
      var looks = -1
      var hasWritten = false
      let talk = try Conversation(
        Self.world + "\nfield f on c.n", database: outsider.path,
        isInterrupted: {
          if looks < 0 { return false }
          looks += 1
          guard looks == place + 1 else { return false }
          hasWritten = (try? outsider.run(Self.foreign)) != nil
          return false
        })
      looks = 0
      let said = talk.tell("type f \"<All>7<Return>\"")
      looks = -1
      guard hasWritten else { continue }
      let stored = talk.tell("list C").first ?? ""
      if said.contains(where: { $0.contains("set to 10 by (another program) meanwhile") }) {
        refusals += 1
        #expect(stored.hasPrefix("C/1|c|10|"), "at \(place)")
        expectEqual(talk.tell("type f \"<Return>\"").last, "f: \"7\" c.n = 7")
      } else {
        #expect(stored.hasPrefix("C/1|c|7|") || stored.hasPrefix("C/1|c|17|"), "at \(place)")
      }
    }
    #expect(refusals > 0)
  }
}
