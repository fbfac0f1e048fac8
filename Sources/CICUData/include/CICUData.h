// Nothing is called by name here: the program is only linked with the data.
