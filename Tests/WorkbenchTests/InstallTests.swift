import Foundation
import TestSupport
import Testing

@Suite(.waits) struct InstallTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func bash(
    _ commands: String, environment: [String: String] = [:]
  ) throws -> Program.Run {
    try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["-ec", commands, "bash", Program.root.path], Data(),
      ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"].merging(environment) { $1 })
  }

  /// The bash completion of `workbench --at`, with the completions from a file.
  private func completed(by file: String) throws -> String {
    try bash(
      """
      set +e; source \(file); complete -p workbench >&2
      COMP_WORDS=(workbench --at) COMP_CWORD=1 COMP_LINE='workbench --at' COMP_POINT=14
      _workbench workbench --at workbench; echo "${COMPREPLY[@]}"
      """
    ).output
  }

  private func installed() throws {
    let run = try bash(
      "sh \"$1/.ci/install\"",
      environment: [
        "DESTDIR": program.folder.path, "PREFIX": "/opt", "PROGRAM": Program.executable.path,
      ])
    try #require(run.status == 0, "\(run.errors)")
  }

  @Test func theManualPagesHaveEverySectionAndOption() throws {
    defer { program.remove() }
    try installed()
    let pages = try bash(
      """
      for page in opt/share/man/man?/*.gz; do
        zcat $page | groff -k -t -man -ww -Tutf8 -P-cbu >>text
      done
      cat text
      """)
    expectEqual(pages.errors, "")
    let page = pages.output
    for name in ["workbench", "workbench-commands", "workbench-import", "workbench-tutorial"] {
      #expect(page.contains("\(name) - "))
    }
    // Comments of the sources are left out, and nothing else is.
    #expect(!page.contains("<!--") && page.contains("--display plain|local"))
    for line in try GuidePage.all.filter({ $0.name == "Tasks/move-a-spreadsheet-in.md" })
      .flatMap({ try $0.blocks() }).flatMap(\.lines)
      .filter({ $0.hasPrefix("> ") || $0.hasPrefix("$ ") })
    {
      #expect(page.contains(line), "\(line)")
    }
    let help = try program("--help").output + program("serve", "--help").output
    for option in help.matches(of: /--[a-z][a-z-]+/).map({ String($0.output) }) {
      #expect(page.contains(option), "\(option)")
    }
    for section in ["OPTIONS", "FILES", "EXIT STATUS"] {
      #expect(page.uppercased().contains("\n\(section)\n"), "\(section)")
    }
  }

  @Test func theInstalledExamplesFindTheirSchemas() throws {
    defer { program.remove() }
    try installed()
    let examples = "opt/share/doc/workbench/Examples"
    let run = try bash(
      "for e in club workshop; do opt/bin/workbench -f \(examples)/$e.wb >/dev/null; done")
    expectEqual(run.status, 0, "\(run.errors)")
  }

  @Test func everyLinkOfTheInstalledGuideLeadsToAFile() throws {
    defer { program.remove() }
    try installed()
    let guide = program.folder.appending(path: "opt/share/doc/workbench")
    let files = FileManager.default.enumerator(atPath: guide.path)?.compactMap { $0 as? String }
    let pages = (files ?? []).filter { $0.hasSuffix(".html") }
    #expect(pages.count > 30)
    for page in pages {
      let url = guide.appending(path: page)
      let text = try String(contentsOf: url, encoding: .utf8)
      for link in text.matches(of: #/(?:href|src)="([^":#]+)(?:#([^"]+))?"/#) {
        let target = url.deletingLastPathComponent().appending(path: String(link.1))
          .standardizedFileURL
        guard FileManager.default.fileExists(atPath: target.path) else {
          Issue.record("\(page): \(link.1)")
          continue
        }
        if let heading = link.2 {
          let text = try String(contentsOf: target, encoding: .utf8)
          #expect(text.contains("id=\"\(heading)\""), "\(page): \(link.0)")
        }
      }
    }
  }

  @Test func theProgramItsGuideAndItsCompletionsAreInstalledUnderAPrefix() throws {
    defer { program.remove() }
    try installed()
    let files = try bash("find opt -type f -o -type l | grep -v share/doc/workbench/ | sort").lines
    expectEqual(
      files,
      [
        "opt/bin/workbench", "opt/share/bash-completion/completions/workbench",
        "opt/share/fish/vendor_completions.d/workbench.fish", "opt/share/man/man1/workbench.1.gz",
        "opt/share/man/man7/workbench-commands.7.gz", "opt/share/man/man7/workbench-import.7.gz",
        "opt/share/man/man7/workbench-tutorial.7.gz", "opt/share/zsh/site-functions/_workbench",
      ])
    let version = try bash("opt/bin/workbench --version").output
    expectEqual(version, (try program("--version").output))
    try expectEqual(completed(by: "opt/share/bash-completion/completions/workbench"), "--atomic\n")
    let removal = try bash(
      "sh \"$1/.ci/install\" --uninstall",
      environment: ["DESTDIR": program.folder.path, "PREFIX": "/opt"])
    expectEqual(removal.status, 0, "\(removal.errors)")
    try expectEqual(bash("find opt -type f -o -type l").lines, [])
  }

  @Test(arguments: ["000", "077"])
  func everybodyCanReadWhatIsInstalledAndNobodyElseChangeIt(umask: String) throws {
    defer { program.remove() }
    let run = try bash(
      "umask \(umask); mkdir d; sh \"$1/.ci/install\"",
      environment: [
        "DESTDIR": program.folder.path + "/d", "PREFIX": "/opt", "PROGRAM": "/bin/echo",
      ])
    expectEqual(run.status, 0, "\(run.errors)")
    try expectEqual(
      bash("find d -mindepth 1 -type f -printf '%m %P\\n' | grep -v ^644").lines,
      ["755 opt/bin/workbench"])
    try expectEqual(bash("find d -mindepth 1 -type d -printf '%m\\n' | sort -u").output, "755\n")
  }

  /// Replaces an installed workbench, so it runs only as root with `WORKBENCH_LONG=1`, after `swift
  /// build -c release`.
  @Test(.enabled(if: Seeded.isLong && getuid() == 0))
  func theDebianPackageIsInstalledAndRemoved() throws {
    defer { program.remove() }
    let package = try bash("sh \"$1/.ci/package\" .; dpkg-deb -f *.deb Version Depends")
    try #require(package.status == 0, "\(package.errors)")
    let version = try program("--version").output.split(separator: " ").last ?? ""
    #expect(package.output.contains("Version: \(version)"))
    #expect(package.output.contains("libc6") && !package.output.contains("libsqlite3"))
    let installed = try bash("dpkg -i *.deb")
    try #require(installed.status == 0, "\(installed.errors)")
    try expectEqual(bash("workbench --version").output, "workbench \(version)")
    try expectEqual(bash("workbench -c 'echo (1 + 1)'").output, "2\n")
    // Starts only once the disk of the data is mounted; nothing is started by the installation.
    let units = try bash(
      "cd /usr/lib/systemd/system && systemd-analyze verify --man=no workbench-* && grep -l ^RequiresMountsFor=/srv/workbench workbench-*"
    )
    expectEqual(units.status, 0, "\(units.errors)")
    expectEqual(units.lines, ["workbench-backup.service", "workbench-node.service"])
    #expect(try bash("man workbench | head -1").output.hasPrefix("WORKBENCH(1)"))
    try expectEqual(completed(by: "/usr/share/bash-completion/completions/workbench"), "--atomic\n")
    #expect(try bash("cat /usr/share/doc/workbench/copyright").output.hasPrefix("MIT License"))
    try expectEqual(bash("dpkg -r workbench; ! command -v workbench").status, 0)
  }
}
