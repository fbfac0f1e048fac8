import Shows

/// Prints the page of a show after adding a review through its fields.
@main
enum ShowPage {
  static func main() throws {
    let show = Show(
      title: "Lost", summary: "Survivors of a crash on an island.", image: "lost.png")
    let wireframe = PageWireframe { _ in show }
    wireframe.open(1)
    guard let screen = wireframe.screens.top else { return }
    try screen.handle(.add)
    guard let form = screen.form else { return }
    form.focusFirst()?.press(.selectAll)
    form.focusedField?.press(.character("5"))
    form.leaveForNext()
    form.focusedField?.press(.paste("As good as <ever>"))
    form.leaveForNext()
    print(wireframe.page.html)
  }
}
