extension Topic {
  static let cluster = Topic(
    name: "cluster",
    summary: "How a store is kept on several machines.",
    text: #"""
      A cluster is three nodes, or five, on machines that are always on: each keeps
      the whole store, and what was answered is on a majority of them. Commands,
      history and undo are as with a file.

        workbench cluster demo [FOLDER]      runs three nodes on this machine
        workbench node FOLDER --address HOST:PORT [--join HOST:PORT]
                                             runs a node; its door is FOLDER/door
        workbench cluster:FOLDER/door        opens the store at the door of a node
        workbench cluster:NAME               opens it at one of the doors that the
                                             file below has for the name
        workbench copy FILE cluster:NAME     moves a store in, with its history; the
                                             other way round it comes out
        workbench cluster members NAME       lists the nodes, and who leads
        workbench cluster status NAME        says how far behind each is
        workbench cluster add, remove, recover

        $XDG_CONFIG_HOME/workbench/clusters  a line for each cluster: its name, and
                                             the doors, tried in their order

      What nodes say to each other is neither encrypted nor authenticated: they
      belong in a private network. `backup FILE` makes an ordinary store of what a
      cluster has.

      When the leader fails, the next command waits for another one, and one that
      was running is run again. Between `begin` and `commit` all of it is lost, and
      said to be lost. Who is silent for two seconds after `begin` is let go.
      Without a majority nothing is done, and nothing is lost.
      """#)
}
