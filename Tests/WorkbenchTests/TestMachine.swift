import Foundation
import Synchronization
import Testing

/// A machine of the guide: a network namespace with an own folder `/srv/workbench`, in which shell
/// commands find `sudo` and `systemctl` as far as the guide needs them.
final class TestMachine {
  private let space: String
  private let cable: String
  private let folder: String
  private let program: Program

  fileprivate init(_ number: Int, of network: TestMachines, _ program: Program) throws {
    (space, cable) = ("\(network.name)m\(number)", "\(network.name)l\(number)")
    self.program = program
    folder = program.folder.appending(path: "machine\(number)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try network.ip("netns add \(space)")
    try network.ip("link add \(cable) type veth peer name eth0 netns \(space)")
    try network.ip("link set \(cable) master \(network.name)b up")
    try network.ip("-n \(space) addr add 10.7.0.\(number)/24 dev eth0")
    try network.ip("-n \(space) link set eth0 up")
    try network.ip("-n \(space) link set lo up")
  }

  /// The unit's command, without systemd's escapes.
  private static func command(of unit: String) throws -> String {
    let text = try String(
      contentsOf: Program.root.appending(path: ".ci/systemd/\(unit).service"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    return String(line.dropFirst(10)).replacing("/usr/bin/workbench", with: "workbench")
      .replacing("$$", with: "$").replacing("%%", with: "%")
  }

  func callAsFunction(_ commands: String) throws -> Program.Run {
    let script = """
      mount -t tmpfs none /srv
      mkdir /srv/workbench
      mount --bind "$folder" /srv/workbench
      cd /srv/workbench
      sudo() { if [ "$1" = -u ]; then shift 2; fi; "$@"; }
      apt() { :; }
      useradd() { :; }
      # The test waits until all programs have closed its files.
      closeOthers() {
        for file in /proc/$BASHPID/fd/*; do
          if [ "${file##*/}" -gt 2 ]; then eval "exec ${file##*/}>&-"; fi
        done
      }
      systemctl() {
        case "$1 $2" in
        "stop workbench-node"|"restart workbench-node")
          kill $(cat pid) && while kill -0 $(cat pid) 2>/dev/null; do sleep 0.1; done ;;
        esac
        case "$1" in
        start|restart|enable)
          while IFS== read -r name value; do export "$name=$value"; done <etc/node
          : >said
          (closeOthers; exec \(try Self.command(of: "workbench-node"))) >said 2>>log &
          echo $! >pid
          until grep -q 'is ready' said; do kill -0 $! || return 1; sleep 0.1; done ;;
        esac
      }
      backup() { \(try Self.command(of: "workbench-backup")); }
      \(commands)
      """
    return try program.run(
      URL(fileURLWithPath: "/usr/sbin/ip"),
      ["netns", "exec", space, "unshare", "-m", "bash", "-ec", script], Data(),
      [
        "PATH": "\(Program.executable.deletingLastPathComponent().path):/usr/sbin:/usr/bin:/bin",
        "folder": folder, "HOME": "/srv/workbench",
      ])
  }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: folder).appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  func setCable(isIn: Bool, of network: TestMachines) throws {
    try network.ip("link set \(cable) \(isIn ? "up" : "down")")
  }

  private var node: pid_t? {
    (try? read("pid")).flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
  }

  /// Like a power cut.
  func killNode() throws {
    if let node { kill(node, SIGKILL) }
    try waitForExit()
  }

  func waitForExit() throws {
    for _ in 0..<600 {
      guard let node, kill(node, 0) == 0 else { return }
      usleep(100_000)
    }
    throw Program.Failure(words: "the node still runs")
  }

  fileprivate func end(in network: TestMachines) {
    if let node { kill(node, SIGKILL) }
    _ = try? network.ip("netns delete \(space)")
  }
}

/// Machines in one network.
final class TestMachines {
  /// Whether this process has the rights and tools to create networks.
  static let canBeMade = geteuid() == 0 && access("/usr/sbin/ip", X_OK) == 0

  private static let made = Atomic(0)
  fileprivate let name: String
  private let program: Program
  private var machines: [TestMachine] = []

  init(_ count: Int) throws {
    name = "wg\(getpid() % 10_000)x\(Self.made.add(1, ordering: .relaxed).newValue)"
    program = try Program()
    try ip("link add \(name)b type bridge")
    try ip("link set \(name)b up")
    machines = try (1...count).map { try TestMachine($0, of: self, program) }
  }

  deinit {
    for machine in machines { machine.end(in: self) }
    _ = try? ip("link delete \(name)b")
    program.remove()
  }

  subscript(number: Int) -> TestMachine { machines[number - 1] }

  fileprivate func ip(_ arguments: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/sbin/ip")
    process.arguments = arguments.split(separator: " ").map(String.init)
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "ip \(arguments)")
  }
}
