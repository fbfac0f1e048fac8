import Foundation
import TestSupport
import Testing

/// The page of the guide about clusters, followed on machines that are network namespaces.
@Suite(.waitsForNodes) struct ClusterGuideTests {
  /// A code block of the page: its commands, or the whole text of a file, and the output.
  private struct Block {
    var commands = ""
    var output = ""
  }

  private static func section(_ name: String) throws -> String {
    let page = try String(
      contentsOf: Program.root.appending(path: "Sources/workbench/Guide/Tasks/several-machines.md"),
      encoding: .utf8)
    let parts = page.components(separatedBy: "\n## ")
    return try #require(parts.first { $0.hasPrefix(name + "\n") })
  }

  private static func blocks(of section: String) throws -> [Block] {
    var blocks: [Block] = []
    var (isCode, isConsole) = (false, false)
    for line in try Self.section(section).components(separatedBy: "\n") {
      let text = String(line.drop { $0 == " " })
      if text.hasPrefix("```") {
        isCode.toggle()
        isConsole = text == "```console"
        if isCode { blocks.append(Block()) }
      } else if isCode, isConsole, !text.hasPrefix("$ ") {
        blocks[blocks.count - 1].output += text + "\n"
      } else if isCode {
        blocks[blocks.count - 1].commands += (isConsole ? String(text.dropFirst(2)) : text) + "\n"
      }
    }
    return blocks
  }

  /// The commands within sentences that begin with the given words, in order.
  private static func commands(in section: String, _ words: String) throws -> [String] {
    try Self.section(section).components(separatedBy: "`").enumerated().compactMap {
      $0.offset % 2 == 1 && $0.element.hasPrefix(words) ? $0.element : nil
    }
  }

  /// Without what depends on the run.
  private static func generic(_ output: String) -> String {
    output.replacing(#/cluster [0-9a-f]+ /#, with: "cluster X ")
      .replacing(#/\d+ GB/#, with: "N GB").replacing(#/#\d+ of [-0-9]+ [:0-9]+/#, with: "#N")
  }

  private func run(_ commands: String, on machine: TestMachine) throws -> String {
    let run = try machine(commands)
    expectEqual(run.status, 0, "\(commands): \(run.output) \(run.errors)")
    return run.output
  }

  private func follow(_ block: Block, on machine: TestMachine) throws {
    let output = try run(block.commands, on: machine)
    expectEqual(Self.generic(output), Self.generic(block.output), "\(block.commands)")
  }

  private func waitUntil(
    _ machine: TestMachine, _ command: String, _ isDone: (Program.Run) -> Bool
  ) throws {
    var last: Program.Run?
    for _ in 0..<300 {
      let run = try machine(command)
      if isDone(run) { return }
      last = run
      usleep(200_000)
    }
    throw Program.Failure(words: "\(command): \(String(describing: last))")
  }

  private static let status = "workbench cluster status cluster:/srv/workbench/node/door"
  private static let session = "workbench cluster:/srv/workbench/node/door"

  @Test(.enabled(if: TestMachines.canBeMade, "it needs the rights of root"))
  func thePageWorksAsItIsPrinted() throws {
    let machines = try TestMachines(4)
    try setUp(machines)
    try cutOff(machines)
    try replace(machines)
    try upgrade(machines)
    try recover(machines)
    try practise(on: machines[1])
  }

  private func setUp(_ machines: TestMachines) throws {
    let name = "Set up three machines"
    let blocks = try Self.blocks(of: name)
    try #require(blocks.count == 6)
    for number in 1...3 {
      _ = try run(blocks[0].commands, on: machines[number])
      try machines[number].write(
        (number == 1 ? blocks[1] : blocks[2]).commands.replacing(
          "10.7.0.2", with: "10.7.0.\(number)"),
        to: "etc/node")
    }
    let begin = """
      ( exec \(blocks[3].commands.replacing("sudo -u workbench ", with: "").dropLast()) ) >out &
      until grep -q 'is ready' out; do kill -0 $!; sleep 0.1; done
      kill $!
      wait $! || true
      cat out
      """
    try follow(Block(commands: begin, output: blocks[3].output), on: machines[1])
    let start = try #require(Self.commands(in: name, "sudo systemctl enable").first)
    for number in 1...3 { _ = try run(start, on: machines[number]) }
    try follow(blocks[4], on: machines[1])
    let create = """
      mkdir home; cd home
      workbench members.db -c 'define Member { name: Text key, note: Text = "" }' \
        -c 'new Member name="Ann"'
      """
    _ = try run(create, on: machines[1])
    let copy = blocks[5].commands.replacing("-o workbench ", with: "")
    try expectEqual(run("cd home\n" + copy, on: machines[1]), "2 transactions copied\n")
    let names = try #require(Self.blocks(of: "Connect a laptop").last?.commands)
    #expect(names.hasPrefix("shed    /run/user/1000/shed.door"))
    try machines[1].write("shed /srv/workbench/node/door\n", to: ".config/workbench/clusters")
  }

  /// The leader's cable is pulled out, and put in again.
  private func cutOff(_ machines: TestMachines) throws {
    let members = "workbench cluster members cluster:/srv/workbench/node/door"
    let lines = try run(members, on: machines[1]).split(separator: "\n")
    let leader = try #require(lines.firstIndex { $0.hasSuffix("leads") }) + 1
    let other = leader % 3 + 1
    try machines[leader].setCable(isIn: false, of: machines)
    _ = try run(
      "printf 'set Member/1.note \"cut\"\\nget Member/1.note\\n' | \(Self.session) | grep -qx cut",
      on: machines[other])
    let impaired = try machines[other](Self.status)
    expectEqual(impaired.status, 1)
    #expect(impaired.errors.contains("10.7.0.\(leader):9601 does not answer"), "\(impaired.errors)")
    try waitUntil(machines[leader], Self.session + " -c 'get Member/1.note'") {
      $0.status == 3 && $0.errors.contains("no majority: 1 of 3 nodes answers")
    }
    try machines[leader].setCable(isIn: true, of: machines)
    try waitUntil(machines[leader], Self.status) { $0.status == 0 }
    _ = try run("backup", on: machines[1])
  }

  /// The fourth machine replaces the third, which then replaces the fourth with an empty folder.
  private func replace(_ machines: TestMachines) throws {
    let name = "When a machine fails"
    let options = try #require(Self.commands(in: name, "--address").first)
    let words = options.split(separator: " ").map(String.init)
    try #require(words.count == 4)
    try machines[3].killNode()
    try machines[4].write("ADDRESS=\(words[1])\nOPTIONS=\(words[2]) \(words[3])\n", to: "etc/node")
    _ = try run("sudo systemctl enable --now workbench-node", on: machines[4])
    let commands = try Self.commands(in: name, "workbench cluster ")
    expectEqual(commands.map { $0.split(separator: " ")[2] }, ["add", "remove", "status"])
    for command in commands.dropLast() { _ = try run(command, on: machines[1]) }
    try waitUntil(machines[1], commands[2]) { $0.status == 0 }
    let status = try run(commands[2], on: machines[1])
    #expect(status.contains("10.7.0.4:9601  votes") && !status.contains("10.7.0.3"), "\(status)")
    let refused = try machines[3]("systemctl start workbench-node || { wait $!; exit $?; }")
    expectEqual(refused.status, 4, "the unit does not start the node again")
    try #expect(machines[3].read("log").contains("was removed from its cluster"))
    _ = try run("rm -r node; systemctl start workbench-node", on: machines[3])
    for (command, address) in [("add", "10.7.0.3"), ("remove", "10.7.0.4")] {
      _ = try run("workbench cluster \(command) cluster:shed \(address):9601", on: machines[1])
    }
    try machines[4].waitForExit()
    try waitUntil(machines[1], commands[2]) { $0.status == 0 }
  }

  private func upgrade(_ machines: TestMachines) throws {
    let block = try #require(Self.blocks(of: "Upgrade the program").first)
    for number in 1...3 {
      try waitUntil(machines[number], number == 1 ? Self.status : "true") { $0.status == 0 }
      let run = try machines[number](block.commands)
      #expect(run.status < 2 && run.lines.count == 4, "\(run.output) \(run.errors)")
      try waitUntil(machines[number], Self.status) { $0.status == 0 }
    }
  }

  private func recover(_ machines: TestMachines) throws {
    let name = "When the majority is lost"
    for number in 2...3 { try machines[number].killNode() }
    // Until an election timeout has passed, a leader does not know that it is alone.
    try waitUntil(machines[1], Self.session + " -c 'get Member/1.note'") {
      $0.status == 3 && $0.errors.contains("no data is lost")
    }
    let units = try Self.commands(in: name, "sudo systemctl")
    try #require(units.count == 2)
    _ = try run(units[0], on: machines[1])
    for block in try Self.blocks(of: name) { try follow(block, on: machines[1]) }
    _ = try run(units[1], on: machines[1])
    for number in 2...3 {
      _ = try run("rm -r node; systemctl start workbench-node", on: machines[number])
    }
    try waitUntil(machines[3], Self.status) { $0.status == 0 }
    let read = Self.session + " -c check -c 'get Member/1.note'"
    try expectEqual(run(read, on: machines[2]), "cut\n")
  }

  private func practise(on machine: TestMachine) throws {
    let blocks = try Self.blocks(of: "Practise a restore")
    try #require(blocks.count == 3)
    let node = blocks[0].commands.replacing("sudo -u workbench ", with: "").dropLast()
    let output = try run(
      """
      # `out` still has the output of the first node.
      : >out
      ( exec \(node) ) >out &
      # The test waits for this node, too.
      trap 'kill $! 2>/dev/null || true' EXIT
      until grep -q 'is ready' out; do kill -0 $!; sleep 0.1; done
      \(blocks[1].commands)
      kill $!
      wait $! || true
      \(blocks[2].commands)
      """, on: machine)
    #expect(output.hasPrefix("3 transactions copied\n"), "\(output)")
    #expect(output.contains("set Member/1.note"), "\(output)")
  }
}
