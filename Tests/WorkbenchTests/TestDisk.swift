import Foundation
import Testing

/// A small disk in memory.
final class TestDisk {
  /// Whether this process has the rights to mount disks.
  static let canBeMade: Bool = {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    return geteuid() == 0 && (try? TestDisk(at: folder, 1)) != nil
  }()

  private let path: String
  private var filler: String { path + "/filler" }

  /// - Parameter size: In MiB.
  init(at path: String, _ size: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try #require(mount("tmpfs", path, "tmpfs", 0, "size=\(size)m") == 0, "cannot mount a disk")
  }

  deinit {
    // Files may still be open.
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  func fill() {
    let handle = open(filler, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    var size = 0
    for step in [1 << 20, 1 << 12] {
      while posix_fallocate(handle, size, step) == 0 { size += step }
    }
    close(handle)
  }

  func makeRoom() { unlink(filler) }
}
