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

  @Test func theProgramItsPageAndItsCompletionsAreInstalledUnderAPrefix() throws {
    defer { program.remove() }
    let run = try bash(
      "sh \"$1/.ci/install\"",
      environment: [
        "DESTDIR": program.folder.path, "PREFIX": "/opt", "PROGRAM": Program.executable.path,
      ])
    expectEqual(run.status, 0, "\(run.errors)")
    let files = try bash("find opt -type f -o -type l | sort").lines
    expectEqual(
      files,
      [
        "opt/bin/workbench", "opt/share/bash-completion/completions/workbench",
        "opt/share/doc/workbench/copyright", "opt/share/fish/vendor_completions.d/workbench.fish",
        "opt/share/man/man1/workbench.1.gz", "opt/share/zsh/site-functions/_workbench",
      ])
    let version = try bash("opt/bin/workbench --version").output
    expectEqual(version, (try program("--version").output))
    let page = try bash("zcat opt/share/man/man1/workbench.1.gz").output
    expectEqual(page, (try program("man").output))
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
    let files = try bash("find d -mindepth 1 -type f -printf '%m %f\\n' | sort -u").lines
    expectEqual(
      files,
      [
        "644 _workbench", "644 copyright", "644 workbench", "644 workbench.1.gz",
        "644 workbench.fish", "755 workbench",
      ])
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
    #expect(try bash("man workbench | head -1").output.hasPrefix("WORKBENCH(1)"))
    try expectEqual(completed(by: "/usr/share/bash-completion/completions/workbench"), "--atomic\n")
    #expect(try bash("cat /usr/share/doc/workbench/copyright").output.hasPrefix("MIT License"))
    try expectEqual(bash("dpkg -r workbench; ! command -v workbench").status, 0)
  }
}
