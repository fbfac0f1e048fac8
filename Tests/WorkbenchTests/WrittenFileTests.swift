import Foundation
import TestSupport
import Testing

@Suite(.waits) struct WrittenFileTests {
  private let program: Program

  init() throws {
    program = try Program()
    _ = try program(
      "x.db", "-c", "define P { n: Integer, card: Card? }; new P n=1; new P n=2")
    try program.write("new P n=3\nnew P n=x\n", to: "in.wb")
    try program.write("n\n3\nx\n", to: "in.csv")
  }

  private func path(_ name: String) -> String { program.folder.appendingPathComponent(name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: program.folder.appendingPathComponent(name), encoding: .utf8)
  }

  private func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  @Test(arguments: ["--json", "--csv", "--lines"])
  func aFormatterWritesItsTextInEveryFormat(format: String) throws {
    defer { program.remove() }
    try program.write(
      "define P { name: Text }\nformatter f for P \"<{{name}}>\"\nnew P name=a\n", to: "w.wb")
    let run = try program(format, "y.db", "-f", "w.wb", "-c", "show P/1 with f to \"out\"")
    expectEqual(run.status, 0, "\(run.errors)")
    expectEqual(
      try String(contentsOf: program.folder.appendingPathComponent("out"), encoding: .utf8), "<a>\n"
    )
  }

  /// The output is longer than a pipe holds, so that the program meets a closed one.
  @Test func aReaderThatGoesAwayLeavesNoTemporaryFileOfRejects() throws {
    defer { program.remove() }
    try program.write(
      "nonsense\nfor i in [1] { repeat 20000 { echo \"0123456789\" } }\n", to: "w.wb")
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"),
      ["-c", "'\(Program.executable.path)' x.db -k --rejects r.wb -f w.wb 2>err | :"])
    expectEqual(run.status, 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    expectEqual(names.filter { $0.hasPrefix(".workbench-") }, [])
    #expect(names.contains("r.wb"), "\(names)")
  }

  @Test func aFormatterForHTMLWritesTheBytesOfItsPage() throws {
    defer { program.remove() }
    try program.write(
      """
      <table>
      \t{{#lines}}
      \t<tr title="{{name}}"><td>{{number}}<td>{{name|8}}|{{price|>9}}
      \t{{/lines}}
      </table>{{day|dd.mm.yyyy}} {{price}}

      """, to: "page.html")
    let run = try program(
      "x.db", "--locale", "de_DE", "-c",
      """
      define Line { name: Text, price: Decimal(integer: 5, fraction: 2) }
      define Order { no: Integer key, day: Date, lines: [Line] owned, price: Decimal(integer: 5, fraction: 2) = 7 }
      new Order no=17 day=2026-12-01
      append Order[17].lines new Line name="漢字" price=1234.5
      append Order[17].lines new Line name="<é&'\\">" price=2
      formatter invoice for Order local html from page.html
      show Order[17] with invoice to "invoice.html"
      """)
    expectEqual(run.errors, "")
    try expectEqual(
      text("invoice.html"),
      """
      <table>
      \t<tr title="漢字"><td>1<td>漢字    |  1234,50
      \t<tr title="&lt;é&amp;&#39;&quot;&gt;"><td>2<td>&lt;é&amp;&#39;&quot;&gt;  |     2,00
      </table>01.12.2026 7,00

      """)
  }

  private static let writers: [[String]] = [
    ["x.db", "-c", "export P n to FILE"], ["x.db", "-c", "list P to \"FILE\""],
    ["x.db", "-c", "backup FILE"], ["x.db", "-c", "dump --reveal to FILE"],
    ["x.db", "-c", "plot P.n by n --svg FILE"], ["-c", "save FILE"],
    ["x.db", "-c", "command c { }; save commands to FILE"],
    ["x.db", "-c", "import in.csv into P --keep-going --rejects FILE"],
    ["x.db", "-k", "-f", "in.wb", "--rejects", "FILE"],
  ]

  private func run(_ writer: [String], _ file: String, replaces: Bool = false) throws -> Program.Run
  {
    var arguments = writer.map { $0.replacingOccurrences(of: "FILE", with: file) }
    if replaces {
      if writer.contains("--rejects") {
        arguments.append("--replace")
      } else {
        arguments[arguments.count - 1] += " --replace"
      }
    }
    return try program(arguments, input: Data())
  }

  @Test(arguments: writers)
  func aFileThatIsThereIsReplacedOnlyIfTheRunSaysSo(writer: [String]) throws {
    defer { program.remove() }
    try program.write("mine", to: "f.csv")
    let refused = try run(writer, "f.csv")
    #expect(refused.status != 0)
    #expect(refused.errors.contains("f.csv already exists"), "\(refused.errors)")
    try expectEqual(text("f.csv"), "mine")
    let replacing = try run(writer, "f.csv", replaces: true)
    #expect(!replacing.errors.contains("already exists"), "\(replacing.errors)")
    #expect(
      try Data(contentsOf: program.folder.appendingPathComponent("f.csv")) != Data("mine".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    expectEqual(names.filter { $0.hasPrefix(".workbench-") }, [])
  }

  @Test(arguments: writers)
  func neitherADatabaseNorAnInputNorALinkNorAPipeIsReplaced(writer: [String]) throws {
    defer { program.remove() }
    _ = try program("y.csv", "-c", "define Q { n: Integer }")
    try program.write("mine", to: "mine.csv")
    try FileManager.default.createSymbolicLink(
      atPath: path("link.csv"), withDestinationPath: "mine.csv")
    try #require(mkfifo(path("pipe.csv"), 0o600) == 0)
    for file in ["y.csv", "link.csv", "pipe.csv"] + (writer[0] == "x.db" ? ["x.db"] : []) {
      let run = try run(writer, file, replaces: true)
      #expect(run.status != 0, "\(file)")
    }
    if writer[0] == "x.db" {
      for file in ["x.db-wal", "x.db-journal", "x.db-shm"] {
        let run = try run(writer, file, replaces: true)
        #expect(
          run.errors.contains("belongs to the database x.db") || run.errors.contains("extension"))
        #expect(run.status != 0 && !program.hasFile(file))
      }
    }
    try expectEqual(text("mine.csv"), "mine")
    try expectEqual(program("y.csv", "-c", "check; types").status, 0)
    try expectEqual(program("x.db", "-c", "check; count P").output.last, "\n")
  }

  @Test(arguments: writers)
  func whoCannotReadTheStoreCannotReadTheFile(writer: [String]) throws {
    defer { program.remove() }
    guard writer[0] == "x.db" else { return }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("x.db"))
    _ = try run(writer, "f.csv")
    try expectEqual(permissions(of: "f.csv"), 0o600)
  }

  @Test func aCopyIsAsPrivateAsTheStore() throws {
    defer { program.remove() }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path("x.db"))
    try expectEqual(program("copy", "x.db", "y.db").status, 0)
    try expectEqual(permissions(of: "y.db"), 0o600)
    try program.write("mine", to: "z.db")
    try expectEqual(program("copy", "x.db", "z.db").status, 1)
    try expectEqual(program("copy", "x.db", "z.db", "--replace").status, 0)
    try expectEqual(program("copy", "x.db", "y.db", "--replace").status, 1)
  }

  @Test func theInputsOfARunAreNotReplaced() throws {
    defer { program.remove() }
    for arguments in [
      ["x.db", "-k", "-f", "in.wb", "--rejects", "in.wb", "--replace"],
      ["x.db", "-c", "import in.csv into P --rejects in.csv --replace"],
      [
        "x.db", "-k", "-f", "in.wb", "-c", "export P n to in.csv; dump --reveal to in.wb --replace",
      ],
    ] {
      let run = try program(arguments, input: Data())
      #expect(run.status != 0)
      try expectEqual(text("in.wb"), "new P n=3\nnew P n=x\n")
      try expectEqual(text("in.csv"), "n\n3\nx\n")
    }
  }

  @Test func theRejectsAppearWholeWhenTheRunHasEnded() throws {
    defer { program.remove() }
    try program.write("mine", to: "r.wb")
    let failed = try program("in.csv", "-k", "-f", "in.wb", "--rejects", "r.wb", "--replace")
    expectEqual(failed.status, 3)
    try expectEqual(text("r.wb"), "mine")
    let run = try program("x.db", "-k", "-f", "in.wb", "--rejects", "r.wb", "--replace")
    expectEqual(run.status, 1)
    #expect(try text("r.wb").hasSuffix("\nnew P n=x\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    expectEqual(names.filter { $0.hasPrefix(".workbench-") }, [])
  }

  @Test func aCardIsMaskedInTheCommentsOfRejects() throws {
    defer { program.remove() }
    let number = "4111111111111112"
    _ = try program(
      "x.db", "-k", "-c", "new P n=1 card=\"\(number)\"", "--rejects", "r.wb")
    let lines = try text("r.wb").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("#") }.allSatisfy { !$0.contains(number) }, "\(lines)")
    #expect(lines.last?.contains(number) == true)
  }

  @Test(arguments: [
    "plot P.n by n --svg f", "import in.csv into P --keep-going --rejects f",
    "generate module Face for P to f", "dump --reveal to f", "list P to \"f\"",
  ])
  func aDryRunWritesNoFile(command: String) throws {
    defer { program.remove() }
    let run = try program("x.db", "-n", "-c", command)
    #expect(run.errors.contains("dry run: f was not written"), "\(run.errors)")
    #expect(!program.hasFile("f"))
    let own = try program("x.db", "-c", "import in.csv into P --dry-run --keep-going --rejects f")
    #expect(own.errors.contains("dry run: f was not written"), "\(own.errors)")
    #expect(!program.hasFile("f"))
  }

  @Test func aModuleIsNotGeneratedThroughLinks() throws {
    defer { program.remove() }
    let generate = "generate module Face for P --formatter to d"
    try FileManager.default.createDirectory(atPath: path("out"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: path("d"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: path("d/Sources"), withDestinationPath: path("out"))
    let run = try program("x.db", "-c", generate)
    expectEqual(run.status, 1)
    #expect(run.errors.contains("d/Sources is a file or a link, not a folder"), "\(run.errors)")
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: path("out")), [])
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: path("d")), ["Sources"])
    // A later link must not redirect the removal of earlier output.
    try FileManager.default.removeItem(atPath: path("d/Sources"))
    try expectEqual(program("x.db", "-c", generate).status, 0)
    try FileManager.default.moveItem(atPath: path("d/Sources"), toPath: path("out/Sources"))
    try FileManager.default.createSymbolicLink(
      atPath: path("d/Sources"), withDestinationPath: path("out/Sources"))
    try expectEqual(program("x.db", "-c", "generate module Face for P to d").status, 1)
    #expect(program.hasFile("out/Sources/Face/FaceFormatter.swift"))
  }

  // MARK: Files that are read, and output that is lost

  @Test(arguments: [
    ["-c", "include /dev/zero"], ["-f", "/dev/zero"], ["-c", "import /dev/zero into P"],
    ["-c", "formatter f for P from /dev/zero"],
  ])
  func aDeviceIsNotReadAsAFile(arguments: [String]) throws {
    defer { program.remove() }
    let run = try program(["x.db"] + arguments, input: Data())
    expectEqual(run.status, 1)
    #expect(
      run.errors.contains(
        "/dev/zero cannot be read: it is a device; expected a regular file or a pipe"),
      "\(run.errors)")
    try expectEqual(program("x.db", "-f", "/dev/null", "-c", "count P").output, "2\n")
  }

  @Test(arguments: ["save commands to /dev/zero", "export P n to \"/dev/full\""])
  func aDeviceIsNotWritten(command: String) throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", "command c { }; \(command)")
    expectEqual(run.status, 1)
    #expect(run.errors.contains("error"), "\(run.errors)")
  }

  @Test func aRunWhoseOutputIsLostClosesTheStore() throws {
    defer { program.remove() }
    let run = try program.run(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c",
        "\"$0\" new.db -c 'define T { n: Integer }; new T n=1' -c 'list T; new T n=2' >/dev/full",
        Program.executable.path,
      ])
    expectEqual(run.status, 1)
    expectEqual(
      run.errors,
      "new.db: new database\nerror: the output cannot be written: No space left on device\n")
    #expect(!program.hasFile("new.db-wal"))
    #expect(try program("new.db", "-c", "count T").output != "0\n")
  }

  @Test(arguments: ["new P n=7 --reason 'moved'", "backup 'y.db'", "echo 'moved'"])
  func singleQuotesAreAnsweredWithDoubleOnes(command: String) throws {
    defer { program.remove() }
    let run = try program("x.db", "-c", command)
    expectEqual(run.status, 1)
    let meant = command.replacingOccurrences(of: "'", with: "\"")
    #expect(run.errors.hasSuffix("hint: \(meant)\n"), "\(run.errors)")
    #expect(!program.hasFile("'y.db'"))
  }
}
