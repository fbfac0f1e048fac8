/// What the program ends with, beside what a session says.
enum ExitStatus {
  static let usage: Int32 = 2
  static let unopenable: Int32 = 3
}
