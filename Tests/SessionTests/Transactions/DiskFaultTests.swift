import FaultyDisk
import Foundation
import TestSupport
import Testing

/// Write errors at every operation: acknowledged changes are in the file, failed ones are absent or
/// complete, and the next program that opens the file continues.
///
/// A sample by the seed; all operations with `WORKBENCH_LONG=1`.
@Suite struct DiskFaultTests {
  /// Each kind of writing command, each a transaction.
  static let steps = [
    "define I { text: Text = \"\" }",
    "define P { name: Text key, n: Integer = 0, items: [I] owned }",
    "new P name=ann n=1", "new P name=bob n=5", "append P[\"ann\"].items new I text=one",
    "set P where n > 0 : n=(n + 1)", "import people.csv into P", "undo", "redo",
    "alter P { add note: Text? }", "set P[\"bob\"].note hidden",
    "alter P { rename note to remark   change n: Decimal(integer: 8, fraction: 2) }",
    "index P.n", "rule P.few : n < 1000", "delete P[\"ann\"]", "undo",
    "erase P[\"bob\"].remark \"asked by bob\"", "compact before #6", "put P[\"cid\"] n=7",
  ]

  static let files = [
    "people.csv": "name,n\n" + (1...200).map { "person \($0),\($0)\n" }.joined()
  ]

  enum Fault: CaseIterable {
    case hiccup, gone, torn, full

    var kind: faulty_disk_kind {
      switch self {
      case .hiccup: FAULTY_DISK_HICCUP
      case .gone: FAULTY_DISK_GONE
      case .torn: FAULTY_DISK_TORN
      case .full: FAULTY_DISK_FULL
      }
    }
  }

  /// The file after some steps, closed properly.
  private static func write(_ count: Int, to outsider: Outsider) throws {
    let talk = try Conversation(database: outsider.path, files: files)
    for step in steps.prefix(count) {
      let errors = talk.tell(step).filter { $0.hasPrefix("error") }
      try #require(errors == [], "\(step)")
    }
  }

  private static func state(_ talk: Conversation) -> [String] {
    talk.tell("schema; log; history P; history I")
      + (talk.tell("types") == [] ? [] : talk.tell("list P order by id; list I order by id"))
  }

  /// Returns the number of disk operations and the errors; nil if the file could not be opened.
  private static func run(
    _ step: String, on outsider: Outsider, _ kind: faulty_disk_kind, at number: Int
  ) throws -> (count: Int, errors: [String]?) {
    let disk = try #require(faulty_disk_begin(outsider.path, kind, number))
    defer { faulty_disk_end(disk) }
    var errors: [String]?
    if let talk = try? Conversation(database: outsider.path, files: files) {
      errors = talk.tell(step).filter { $0.hasPrefix("error") }
    }
    return (faulty_disk_count(disk), errors)
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var index: Int
    var fault: Fault

    var testDescription: String { "\(fault) in \(DiskFaultTests.steps[index])" }
  }

  static let cases = steps.indices.flatMap { index in
    Fault.allCases.map { Case(index: index, fault: $0) }
  }

  @Test(arguments: Seeded.some(of: cases, every: 5))
  func whatAFaultMeetsIsThereWhollyOrNotAtAll(example: Case) throws {
    let (index, fault) = (example.index, example.fault)
    let step = Self.steps[index]
    let whole = try Outsider()
    try Self.write(index, to: whole)
    let before =
      FileManager.default.fileExists(atPath: whole.path)
      ? try Data(contentsOf: URL(filePath: whole.path)) : Data()
    let former = Self.state(try Conversation(database: whole.path))
    let (count, errors) = try Self.run(step, on: whole, FAULTY_DISK_WHOLE, at: 0)
    expectEqual(errors, [])
    let next = Self.state(try Conversation(database: whole.path))
    for number in Seeded.some(of: Array(1...max(count, 1)), every: max(count / 2, 2)) {
      let outsider = try Outsider()
      try before.write(to: URL(filePath: outsider.path))
      let errors = try Self.run(step, on: outsider, fault.kind, at: number).errors
      let place = "\(step): operation \(number) of \(count)"
      let talk = try Conversation(database: outsider.path, files: Self.files)
      expectEqual(talk.tell("check"), [], "\(place)")
      let state = Self.state(talk)
      // The end of a command may fail after its commit, or when the file is closed.
      #expect(errors == [] ? state == next : state == former || state == next, "\(place)")
      if state == former {
        expectEqual(talk.tell(step).filter { $0.hasPrefix("error") }, [], "\(place)")
        expectEqual(Self.state(talk), next, "\(place)")
      }
    }
  }
}
