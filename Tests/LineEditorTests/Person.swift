import Glibc
import LineEditor
import Testing
import Values

/// A user at a terminal, in the same thread as the screen; acts when the client is idle.
final class Person {
  let master: Int32
  let slave: Int32
  private(set) var grid = Grid()
  private var former = termios()

  init() throws {
    // Swift does not import the C library's calls.
    let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var isLocked: CInt = 0
    var place: CUnsignedInt = 0
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    try #require(ioctl(master, unlock, &isLocked) == 0 && ioctl(master, number, &place) == 0)
    slave = open("/dev/pts/\(place)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(slave >= 0)
    tcgetattr(slave, &former)
    resize(columns: 80, rows: 24)
  }

  deinit {
    close(slave)
    close(master)
  }

  func client(_ steps: ((Person) -> Void)...) -> Client { Client(self, steps) }

  func run(_ client: Client) -> Bool {
    let terminal = Terminal(input: slave, output: slave)
    guard let input = ScreenInput(terminal, isColoured: true, patience: 30) else { return false }
    client.input = input
    defer { look() }
    return input.run(client)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    grid = Grid(columns: columns, rows: rows)
  }

  func look() {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      grid.write(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }

  var isAsBefore: Bool {
    var mode = termios()
    tcgetattr(slave, &mode)
    return mode.c_lflag == former.c_lflag && mode.c_iflag == former.c_iflag
  }
}

/// Records its keys, and lets the user act whenever the client is idle.
final class Client: ScreenClient {
  var screen = DrawnScreen(title: "Test")
  var isEnded = false
  private(set) var keys: [Key] = []
  private(set) var hasHungUp = false
  var takes: (Key) -> Bool = { _ in true }
  weak var input: ScreenInput?
  private unowned let person: Person
  private var steps: [(Person) -> Void]

  init(_ person: Person, _ steps: [(Person) -> Void]) {
    self.person = person
    self.steps = steps
  }

  func press(_ key: Key) -> Bool {
    keys.append(key)
    return takes(key)
  }

  func idle() {
    person.look()
    if steps.isEmpty {
      isEnded = true
    } else {
      steps.removeFirst()(person)
    }
  }

  func hangUp() { hasHungUp = true }
}
