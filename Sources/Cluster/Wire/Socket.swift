internal import Glibc

final class Socket {
  enum Failure: Error, Hashable {
    case unreachable(String)
    case ended
    case late
    case interrupted
  }

  let handle: Int32
  private let isNetwork: Bool

  init(_ handle: Int32) { (self.handle, isNetwork) = (handle, false) }

  /// - Parameter patience: How long to wait for a network connection, and for each read, in
  ///   milliseconds.
  init(to address: SocketAddress, patience: Int = 200) throws(Failure) {
    switch address {
    case .path(let path): (handle, isNetwork) = (try Self.connect(toFile: path), false)
    case .network(let host, let port):
      (handle, isNetwork) = (try Self.connect(to: host, port, patience: patience), true)
    }
    setPatience(patience)
  }

  deinit { close(handle) }

  func setPatience(_ milliseconds: Int) {
    Self.set(SO_RCVTIMEO, to: Self.interval(milliseconds), on: handle)
  }

  func setPatienceOfSending(_ milliseconds: Int) {
    Self.set(SO_SNDTIMEO, to: Self.interval(milliseconds), on: handle)
  }

  private static func set<Value>(
    _ option: Int32, of level: Int32 = SOL_SOCKET, to value: Value, on handle: Int32
  ) {
    _ = withUnsafeBytes(of: value) {
      setsockopt(handle, level, option, $0.baseAddress, socklen_t($0.count))
    }
  }

  private static func interval(_ milliseconds: Int) -> timeval {
    timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
  }

  private static func connect(toFile path: String) throws(Failure) -> Int32 {
    let handle = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // The queue of a stopped node may be full.
    set(SO_SNDTIMEO, to: interval(2_000), on: handle)
    let result = SocketFile(path).withAddress { Glibc.connect(handle, $0, $1) }
    guard result == 0 else {
      let words = result == nil ? "there is no such folder" : Self.reason(path, errno)
      close(handle)
      throw .unreachable(words)
    }
    set(SO_SNDTIMEO, to: interval(10_000), on: handle)
    return handle
  }

  private static func reason(_ path: String, _ code: Int32) -> String {
    var status = stat()
    if code == EAGAIN { return "the node does not answer" }
    guard code == ECONNREFUSED, stat(path, &status) == 0 else {
      return String(cString: strerror(code))
    }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: "this is a folder; the socket is FOLDER/door"
    case S_IFSOCK: "the node of this socket is not running"
    default: "this is not the socket of a node"
    }
  }

  private static func connect(
    to host: String, _ port: UInt16, patience: Int
  ) throws(Failure) -> Int32 {
    let found = try Self.found(host, port)
    defer { freeaddrinfo(found) }
    let handle = Self.made(for: found)
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1 as Int32, on: handle)
    // On Linux this option also limits the time of connect().
    set(SO_SNDTIMEO, to: interval(patience), on: handle)
    guard Glibc.connect(handle, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
      let words = errno == EINPROGRESS ? "no answer" : String(cString: strerror(errno))
      close(handle)
      throw .unreachable(words)
    }
    set(SO_SNDTIMEO, to: interval(10_000), on: handle)
    return handle
  }

  /// Returns the handle of a socket that accepts connections; at a path, only of the same user.
  static func listening(at address: SocketAddress) throws(Failure) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let handle: Int32
    let result: Int32?
    switch address {
    case .path(let path):
      handle = socket(AF_UNIX, kind, 0)
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
      // No client can connect before listen(), so the permissions are set in time.
      result = SocketFile(path).withAddress { bind(handle, $0, $1) == 0 ? chmod(path, 0o600) : -1 }
    case .network(let host, let port):
      let found = try Self.found(host, port)
      defer { freeaddrinfo(found) }
      handle = made(for: found)
      set(SO_REUSEADDR, to: 1 as Int32, on: handle)
      result = bind(handle, found.pointee.ai_addr, found.pointee.ai_addrlen)
    }
    guard result == 0, listen(handle, 64) == 0 else {
      let words = result == nil ? "there is no such folder" : String(cString: strerror(errno))
      close(handle)
      throw .unreachable(words)
    }
    return handle
  }

  private static func isBound(_ handle: Int32, to address: UnsafeMutablePointer<addrinfo>) -> Bool {
    var name = sockaddr_storage()
    var size = socklen_t(MemoryLayout.size(ofValue: name))
    let code = withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(handle, $0, &size) }
    }
    return code == 0 && size == address.pointee.ai_addrlen
      && memcmp(&name, address.pointee.ai_addr, Int(size)) == 0
  }

  /// Returns the handle of this process's socket that is bound to the address.
  private static func handle(boundTo host: String, _ port: UInt16) throws(Failure) -> Int32 {
    let found = try Self.found(host, port)
    defer { freeaddrinfo(found) }
    for handle in 3..<Int32(FD_SETSIZE) where isBound(handle, to: found) { return handle }
    throw .unreachable("there is no such socket")
  }

  /// Binds this process's socket at a local address to another address.
  static func move(from local: String, to host: String, _ port: UInt16) throws(Failure) {
    let old = try handle(boundTo: local, port)
    let found = try Self.found(host, port)
    defer { freeaddrinfo(found) }
    let new = made(for: found)
    defer { close(new) }
    set(SO_REUSEADDR, to: 1 as Int32, on: new)
    guard bind(new, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      fcntl(new, F_SETFL, O_NONBLOCK) == 0, dup2(new, old) == old,
      fcntl(old, F_SETFD, FD_CLOEXEC) == 0
    else { throw .unreachable(String(cString: strerror(errno))) }
  }

  /// Lets the connections that this process's socket accepts, which inherit its options, send small
  /// messages at once, and end once their machine is silent for about 5 s. Otherwise each answer of
  /// dqlite would wait for the acknowledgement of the one before, and a machine without power could
  /// keep a lock.
  static func prepareConnections(of host: String, _ port: UInt16) throws(Failure) {
    let handle = try handle(boundTo: host, port)
    set(SO_KEEPALIVE, to: 1 as Int32, on: handle)
    let options = [
      (TCP_NODELAY, 1), (TCP_KEEPIDLE, 2), (TCP_KEEPINTVL, 1), (TCP_KEEPCNT, 3),
    ]
    for (option, value) in options {
      set(option, of: Int32(IPPROTO_TCP), to: Int32(value), on: handle)
    }
  }

  /// Ends the connections that were accepted at the address and have been silent for so long, in
  /// milliseconds.
  static func endSilentConnections(of host: String, _ port: UInt16, after silence: Int) {
    guard let found = try? Self.found(host, port) else { return }
    defer { freeaddrinfo(found) }
    for handle in 3..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 65_536)) {
      var state = tcp_info()
      var size = socklen_t(MemoryLayout.size(ofValue: state))
      guard isBound(handle, to: found),
        getsockopt(handle, Int32(IPPROTO_TCP), TCP_INFO, &state, &size) == 0,
        state.tcpi_state == UInt8(TCP_ESTABLISHED), state.tcpi_last_data_recv >= silence
      else { continue }
      shutdown(handle, Int32(SHUT_RDWR))
    }
  }

  /// Waits for a client, and also for other connections to end if too many files are open.
  static func nextClient(of handle: Int32) -> Int32 {
    while true {
      let client = accept(handle, nil, nil)
      if client >= 0, fcntl(client, F_SETFD, FD_CLOEXEC) == 0 { return client }
      Pause.milliseconds(20)
    }
  }

  static func checkCanListen(at host: String, _ port: UInt16) throws(Failure) {
    let found = try Self.found(host, port)
    defer { freeaddrinfo(found) }
    let handle = Self.made(for: found)
    defer { close(handle) }
    set(SO_REUSEADDR, to: 1 as Int32, on: handle)
    guard bind(handle, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 else {
      throw .unreachable(String(cString: strerror(errno)))
    }
  }

  private static func found(
    _ host: String, _ port: UInt16
  ) throws(Failure) -> UnsafeMutablePointer<addrinfo> {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
      throw .unreachable("\(host) is not a numeric address")
    }
    return list
  }

  private static func made(for address: UnsafeMutablePointer<addrinfo>) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.ai_family, kind, 0)
  }

  func send(_ bytes: some Collection<UInt8>) throws(Failure) {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          handle, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .ended }
      sent += count
    }
  }

  /// Disables delayed acknowledgements for now, because nodes use Nagle's algorithm, which waits for
  /// acknowledgements.
  func acknowledgeAtOnce() {
    guard isNetwork else { return }
    Self.set(TCP_QUICKACK, of: Int32(IPPROTO_TCP), to: 1 as Int32, on: handle)
  }

  /// Appends at least one byte.
  ///
  /// - Throws: ``Failure/late`` if no byte arrives in time, and ``Failure/ended`` if the connection
  ///   has ended.
  func receive(into buffer: inout [UInt8], upTo count: Int) throws(Failure) {
    acknowledgeAtOnce()
    var received = 0
    var code: Int32 = 0
    buffer += [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
      received = recv(handle, bytes.baseAddress, count, 0)
      code = errno
      initialized = max(0, received)
    }
    guard received < 0 else {
      if received == 0 { throw .ended }
      return
    }
    throw code == EAGAIN || code == EINTR ? .late : .ended
  }
}

struct SocketFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Returns nil if the path is too long for a socket address and cannot be shortened.
  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    var text = path
    var folder: Int32 = -1
    defer { if folder >= 0 { close(folder) } }
    if path.utf8.count >= capacity {
      let end = path.lastIndex(of: "/") ?? path.startIndex
      folder = open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { return nil }
      text = "/proc/self/fd/\(folder)" + path[end...]
      guard text.utf8.count < capacity else { return nil }
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: text.utf8) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

enum SocketAddress: Hashable, Sendable {
  case path(String)
  case network(host: String, port: UInt16)

  /// Parses `HOST:PORT` or `[HOST]:PORT`.
  init?(network text: String) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else { return nil }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    // Without brackets, the port of an IPv6 address could be a part of the address.
    guard !host.isEmpty, !host.contains(":") || text.hasPrefix("[") else { return nil }
    self = .network(host: String(host), port: port)
  }
}
